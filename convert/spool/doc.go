// Package spool keeps the files that conversions made, for a while.
//
//	file        what is in it
//	spool.go    Open, Run, Clean: the directory, its limits, what goes when
//	output.go   Begin, Create, Keep, Discard: the files of a conversion on their way in
//	download.go Open: a file on its way out
//	name.go     what the files are called
//
// # Names
//
// The files of a conversion share a random name of 130 bits in base32 and differ in their extension, so a .gltf file can
// name the .bin beside it. Who does not know the name cannot find the file; there is no listing.
//
// # Whole or not at all
//
// A file is written under its name and ".part", synced and renamed. If anything fails on the way, a full
// disk included, all files of the conversion are removed. The directory itself is not synced: what a crash leaves there
// is never served, whole or not, since Open removes it. A writer remembers its first error, so an encoder that
// overlooks one cannot have a cut file kept.
//
// # What goes when
//
// A conversion's files go together: when they are removed, a time to live after they were kept, or earlier, the oldest first, when new ones
// would take the directory over its cap. The ones being written or downloaded never go; they still count towards
// the cap, and if it cannot be held otherwise the new file is refused with ErrFull, as it is when the disk is full. Each file counts what it holds and
// 4 KiB for itself, so that many tiny ones are bounded too.
//
// What is in the directory is known from memory alone: Open removes what an earlier run left, by the pattern of its
// names, and touches no other file. One directory therefore serves one process.
package spool
