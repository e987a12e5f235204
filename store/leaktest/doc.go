// Package leaktest steals a data directory and tries to tell who voted what. It has tests only.
//
// The thief has the raw bytes of the database file, with its deleted pages, of every backup, and
// the names, contents and times of the other files, but not the keys directory. The thief also
// knows more than a real one would: every candidate, every voter, the order in which they came to
// vote, and every receipt. These are the attacks (attack_test.go):
//
//   - one record: looks for a record that names a voter (by id, leaf or code)
//     and a candidate;
//   - close by: looks for a candidate's id within 64 bytes of a voter's;
//   - snapshots: a bbolt file keeps old pages until they are written over. The thief takes every
//     page that looks like the root of the file for one, and gathers the voters' marks and ballots
//     below it: the box as it once was. Every backup is such a picture too. Between two pictures,
//     the new voters cast the new ballots. If there is one new voter, the link is certain;
//   - page order: pages are written in groups, a group a vote: the page where a
//     mark appears first is near the page where its ballot does;
//   - order: lays every list of choices in the file (a bucket, a long value, the
//     files by their times) along every order of voters (of arrival, of ids, of
//     leaves, of places in the cast log, of codes), forwards and backwards;
//   - likeness: the thief learns how half of the voters voted, and guesses from the size, beginning
//     and end of the ballots how the other half did.
//
// In leak_test.go 500 people vote one at a time: alone, while a read transaction stays open, with a new read
// transaction after every vote, so that no page is ever written over, and with a backup every 50 votes and, in the
// quiet hours at the end, after each vote. The thief may link voters to sealed ballots, and does so for all 500. But no
// choice may follow, neither before the close, nor after the count with everything stolen earlier, and no guess may be
// better than chance. In holders_test.go a spy copies the data directory after every vote, with all its keys, and so
// learns who cast which sealed ballot: where people hold the keys, no choice follows without a threshold of their
// sheets, and all choices follow with them. The thief of leak_test.go also attacks layouts that keep votes in plain
// form or hide them badly (plain_test.go), and must succeed there. That shows that the tests can fail.
//
// In stubs_test.go people vote with a poll book, and the thief looks for whose its lines are, and which ballots their
// stubs are of: in every record, by hashes of the leaves, and by orders. As above, whoever copies the file before and
// after a single vote sees which line, ballot and mark came together; the ballot is sealed.
package leaktest
