// Package jobs decides when uploads are converted, and how many at once, and has child processes convert them.
//
//	file          what is in it
//	converter.go  Converter: Convert while the client waits, Start in the background
//	place.go      Admit: what may be received, wait and be converted at a time
//	job.go        Job: a conversion in the background and how far it is
//	child.go      the parent's side of a conversion, and the memory that it may take
//	serve.go      the child's side
//	pack.go       copies of the files that are compressed with gzip
//	memory*.go    the memory of the machine, by operating system
//
// # The way of an upload
//
//	Admit ──> receive ──> wait for memory ──> child: convert.Convert ──> keep in the spool ──> Leave
//	  │       in memory,    and a worker,       writes files whose          renamed
//	  │       or a file     one for each core   room is reserved
//	  └── ErrBusy when all places are taken
//
// An upload takes a place before the first byte of its body is read. When all are taken, the slowest
// of the slow uploads gives its place away. One client holds at most half of the places. An upload
// below 4 MiB takes a part of a place, by its bytes. A small upload is held in memory; a larger one
// goes to the spool as it arrives, and counts for what has arrived. So the memory of the server does
// not depend on what clients send.
//
// A child is kept for many small uploads, and has 256 MiB. A large upload has a child of its own with
// 128 MiB and six times the size of the file, which is taken for ten times as large if it is packed,
// but no more than all of what there is for conversions, less the part of the other children. It
// waits until that much is free. A child that needs more ends with a MemoryError.
//
// Convert ends when its context does, because the client has gone. A job in the background ends when it is removed or
// the Converter is closed. Its outcome can be asked for as long as the files it made are kept.
package jobs
