// Package ballotfile reads the papers of elections that were held elsewhere, to count them with
// package tally. It reads what hostile files hold within fixed limits.
//
//	contest.go  a contest, and its papers as each method reads them
//	blt.go      BLT files, as OpenSTV and OpaVote write them
//	lines.go    JSON, one contest a line
//	lists.go    lists and the votes for each, which JSON can have
//	quotas.go   seats for kinds of candidates, which JSON can have
package ballotfile
