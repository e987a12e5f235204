// Package kv keeps records in a bbolt file. It knows buckets, keys and JSON, but no elections.
//
//	table.go    records of a type under their ids, with the indexes and totals that follow from them
//	index.go    lines that lead to a record
//	total.go    how many records there are of a kind
//	record.go   a record as JSON
//	key.go      the parts of a key: fixed-width and big-endian
//	scan.go     a walk over keys with a prefix
//	page.go     parts of a list, and the cursors that lead from one to the next
//	file.go     a copy of a file without stale pages
//	pages.go    a check of all pages, which trusts none of them
//	pageread.go a page as bbolt writes it
package kv
