// Package listen is where browsers reach a server: on which addresses, with which certificate, and how many at a time.
//
//	door.go     Door: the listener of the pages, plain or with TLS
//	room.go     a door for the local network beside one of the machine alone
//	address.go  the addresses that a room of phones can open
//	own.go      the server's own certificate, made anew when the machine moves
//	issue.go    how such a certificate is made and kept
//	files.go    a certificate from files, read again when they change
//	acme.go     a certificate from an authority that speaks ACME (RFC 8555)
//	acmelog.go  what an authority refuses, for the log and for administrators
//	dns.go      the same, proved by a TXT record: the name may lead to a private address
//	upgrade.go  plain HTTP on a port of TLS, which is sent on
//	crowd.go    Crowd: what connections and requests hold, and which one goes; nofile_*.go asks the system
//	visit.go    Visit: what a request holds
//	line.go     when bytes come and go on a connection
//	unsent_*.go what the system holds of answers
//
// # Time and memory
//
// A connection that does not finish its TLS handshake, or the header of its request, ends after the time-outs of
// handlers, five seconds each. A Crowd counts what connections and requests hold of the memory of the whole server, as
// if every connection had TLS: an idle one takes about 20 KiB over HTTP and 40 KiB over TLS. It has room for
// MostConnections of them. Requests count on top: their headers, what has come of their bodies, what waits in a buffer
// of HTTP/2, and the answers that clients do not take.
//
// Where more comes than there is room for, connections go, each with all its requests:
//
//   - Of those that wait for their client, the one goes that has held most for longest without a byte that came or
//     went. Whose address that is does not matter: a hall of voters has one, and so have all clients of a proxy.
//   - Those that wait for the server alone stay, because it has whole requests, which end. They have half of the room.
//   - Those that a trusted proxy keeps for its next request stay, because it may send one at that moment. They have
//     half of the room, too.
//   - Those of a voter who votes have room beside all that, one each.
//
// So whoever wants to keep a voter out has to send something on every other connection in the time of one vote.
package listen
