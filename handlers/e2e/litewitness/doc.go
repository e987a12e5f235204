// Package litewitness has no code but a test: litewitness, a witness of another project, cosigns an
// election. It is built as its authors made it, and speaks C2SP tlog-witness.
//
// It is a module of its own, so that the witness is no dependency of the program:
//
//	cd handlers/e2e/litewitness && go test -count=1
//
// Without -count=1 a result may be an old one: Go does not see that the program has changed. The
// first run takes about a minute longer, for the database of the witness.
//
// Change go.mod with "go get", not with "go mod tidy", which asks for what only the witness's own
// tests need: not every module proxy serves that.
package litewitness
