// Package leaktest steals a data directory and tries to tell who voted what. It
// has tests only.
//
// The thief holds the raw bytes of the database file, deleted pages and all, of
// every backup, and the names, contents and times of the other files; not the
// keys directory. Besides, the thief knows more than a thief would: every
// candidate, every voter, the order in which they came to vote, and every
// receipt. What the thief does (attack_test.go):
//
//   - one record: looks for a record that names a voter (by id, leaf or code)
//     and a candidate;
//   - close by: looks for a candidate's id within 64 bytes of a voter's;
//   - snapshots: a bbolt file keeps old pages until they are written over. Every
//     page that looks like the root of the file is taken for one, and the voters'
//     marks and ballots below it are gathered: the box as it once was. So does
//     every backup. Between two such pictures, the voters who are new cast the
//     ballots that are new. Where that is one voter, the link is certain;
//   - page order: pages are written in groups, a group a vote: the page where a
//     mark appears first is near the page where its ballot does;
//   - order: lays every list of choices in the file (a bucket, a long value, the
//     files by their times) along every order of voters (of arrival, of ids, of
//     leaves, of places in the cast log, of codes), forwards and backwards;
//   - likeness: is told how half of the voters voted, and learns from size,
//     beginning and end of their ballots how the other half did.
//
// Against the ballot box (leak_test.go) 500 vote one at a time; again while a
// read transaction stays open; again with one that opens after every vote, so
// that no page is ever written over; and again with a backup every 50 votes and,
// in the quiet hours at the end, after each. The thief may link voters to sealed
// ballots, and does, all 500 of them; but no choice may follow, neither before
// the close nor after the count with all that was stolen earlier at hand, and
// no guess may be better than chance. The same thief is set on layouts that keep
// votes plainly, or hide them badly (plain_test.go), and must succeed there:
// that is how the tests are known to bite.
package leaktest
