// Package litewitness has no code but tests with programs of other projects, built as their authors made them.
// litewitness, a witness that speaks C2SP tlog-witness, cosigns an election. pebble, an authority that speaks ACME,
// certifies the server, which listens on port 80 for that, as -acme does.
//
// It is a module of its own, so that these programs are no dependencies of the program:
//
//	cd handlers/e2e/litewitness && go test -count=1
//
// Without -count=1 a result may be an old one: Go does not see that the program has changed. The
// first run takes about a minute longer, for the database of the witness.
//
// Change go.mod with "go get", not with "go mod tidy", which asks for what only the programs' own
// tests need: not every module proxy serves that.
package litewitness
