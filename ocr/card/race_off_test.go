//go:build !race

package card

// raceDetector tells that the tests run several times slower.
const raceDetector = false
