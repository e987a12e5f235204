// Package tally counts ballots. It is pure: the same ballots in any order give the same outcome. It
// reports ties and never breaks them.
package tally
