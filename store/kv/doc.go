// Package kv keeps records in a bbolt file. It knows buckets, keys and JSON, but no elections.
//
//	table.go    records of a type under their ids, with the indexes and totals that follow from them
//	index.go    lines that lead to a record
//	total.go    how many records there are of a kind
//	record.go   a record as JSON
//	key.go      the parts of a key: fixed-width and big-endian
//	scan.go     a walk over keys with a prefix
//	page.go     parts of a list, and the cursors that lead from one to the next
//
// # Caveats
//
// A record that is changed behind the back of its Table leaves its index lines and counters as they were. Put and
// delete records through the table alone, and give Put the record as it was read in the same transaction.
//
// An index is a function of its record and of nothing else. If that function changes, the lines of a file that was
// written before no longer match: Check reports them, and only a migration can write them anew.
//
// Put nothing into a bucket while walking over it: bbolt may then skip keys or show a key twice. Gather the keys first.
//
// Keys and values that a walk passes on are bytes of the memory map: copy what outlives the transaction. Records that
// Get returns are copies.
//
// A cursor holds the last key of its page, readable by its user: a key must not hold a secret.
package kv
