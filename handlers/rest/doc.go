// Package rest is the plumbing of the HTTP API: it reads requests and writes answers. It knows no election and no
// conversion. An error that is no refusal is a 500, which tells the client nothing.
//
//	request.go  Request: its body, parameters and pages of lists
//	json.go     JSON objects, read strictly
//	cursor.go   cursors of lists, encrypted
//	respond.go  answers, lists, and bytes that clients may keep
//	ranges.go   long answers, whole or in ranges
//	problem.go  from an error to the answer
//	pace.go     deadlines that move with large files
package rest
