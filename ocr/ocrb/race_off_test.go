//go:build !race

package ocrb

// raceDetector tells that the tests run several times slower.
const raceDetector = false
