// Package tally counts ballots. It is pure: ballots in, outcome out, the same
// outcome for the same ballots in any order. Ties are stated, never broken.
package tally
