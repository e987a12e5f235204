// Package jobs decides when uploads are converted, and how many at once.
//
//	file          what is in it
//	converter.go  Converter: Convert while the client waits, Start in the background
//	place.go      Admit: what may be received, wait and be converted at a time
//	job.go        Job: a conversion in the background and how far it is
//
// # The way of an upload
//
//	Admit ──> receive ──> wait for a worker ──> convert.Convert ──> keep in the spool ──> Leave
//	  │        bytes        one for each core                             fsync
//	  └── ErrBusy when all places or all bytes are taken
//
// An upload takes a place before the first byte of its body is read, and counts the bytes that the
// body may bring. So however many clients come, no more than Options.Bytes of uploads are in
// memory, and the number of workers limits what conversions add to that. One client holds at most
// half of the places and half of the bytes, but its first upload is always admitted if there is
// room.
//
// Convert ends when its context does, because the client has gone. A job in the background ends
// when it is removed or the Converter is closed. Its outcome can be asked for as long as the files
// it made are kept.
package jobs
