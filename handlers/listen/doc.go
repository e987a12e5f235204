// Package listen is where browsers reach a server: on which addresses, with which certificate, and how many at a time.
//
//	door.go     Door: the listener of the pages, plain or with TLS
//	room.go     a door for the local network beside one of the machine alone
//	address.go  the addresses that a room of phones can open
//	own.go      the server's own certificate, made anew when the machine moves
//	issue.go    how such a certificate is made and kept
//	files.go    a certificate from files, read again when they change
//	acme.go     a certificate from an authority that speaks ACME (RFC 8555)
//	dns.go      the same, proved by a TXT record: the name may lead to a private address
//	upgrade.go  plain HTTP on a port of TLS, which is sent on
//	crowd.go    Crowd: how many connections there are, and which one goes; nofile_*.go asks the system
//
// # Time and memory
//
// A connection that does not finish its TLS handshake, or the header of its request, ends after the time-outs of
// handlers, five seconds each. There are at most MostConnections. When one more comes, the one that has waited longest
// without a request goes, so that idle clients keep nobody out. An idle connection takes about 20 KiB over HTTP and 40
// KiB over TLS. One over HTTP/2 buffers at most 256 KiB of what its client sends, in all its requests together: half a
// gigabyte if 2,048 of them do their worst.
package listen
