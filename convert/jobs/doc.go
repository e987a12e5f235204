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
//	  │        bytes           one a core                                  fsync
//	  └── ErrBusy when all places or all bytes are taken
//
// A place is taken before the first byte of the body is read, and the bytes that the body may bring are counted then: however
// many clients come, no more than Options.Bytes of uploads is in memory, and what a conversion adds to that
// is bounded by the number of workers. One client holds at most half of the places and half of the bytes, unless
// nobody else is there to be served by what is left: its first upload is always admitted.
//
// Convert ends when its context does: when the client goes away. A job in the background ends when it is removed or the Converter
// is closed. What it came to can be asked for as long as the files it made are kept.
package jobs
