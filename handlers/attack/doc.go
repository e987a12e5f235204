// Package attack tries to learn choices, and to forge a count, over real HTTP. It has tests only.
//
//   - One administrator (admin_test.go) has all bytes that went to and from their browser, a backup
//     after every vote, one of the two sheets that the count needs, and later the ballot box;
//   - a forger (forged_test.go) has the signing key of the server and the file, and one sheet;
//   - a reader (same_test.go) compares the answers in two elections that differ in the choices alone.
//
// Package store/leaktest attacks from the side of the files, copies of the keys included.
package attack
