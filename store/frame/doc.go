// Package frame is what goes over the pipes between a process and its child: a kind (one byte), a
// length (four, big-endian) and as many bytes. What the kinds mean is up to those who talk.
package frame
