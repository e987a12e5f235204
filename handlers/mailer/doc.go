// Package mailer sends the e-mail that waits in the store's queue through the SMTP server of the
// organisation. It does not know HTTP.
//
//	mailer.go   Mailer: which message goes when, and what comes of it
//	smtp.go     the connection to the SMTP server, and what its answers mean
//	compose.go  messages, in plain text and HTML, from their texts
//	words.go    what messages say in each language, from the part "email" of its words
//
// A message is made as it is sent. Its link has a key that is made at the very last moment, when the server has
// accepted the recipient and asks for the text: until then an earlier link works. If the program dies between sending a
// message and noting it, the message goes out again. So none is lost, and the link in the last one works.
//
// What goes wrong with one message delays that message: it is tried five times, over two and a half
// hours. What goes wrong with the server, before it has heard of a message, delays the whole queue
// and counts for no message: it is tried again after a minute, and then after longer pauses.
package mailer
