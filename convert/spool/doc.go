// Package spool keeps the files that conversions made, for a while.
//
//	file         what is in it
//	spool.go     Open, Run, Clean: the directory, its limits, what goes when
//	output.go    Begin, Create, Keep, Discard: the files of a conversion on their way in
//	upload.go    Upload: the file that it is made from
//	space.go     what may be taken of the disk, and what stays free
//	download.go  Open: a file on its way out
//	name.go      what the files are called
//
// # Names
//
// The files of a conversion share a random name of 130 bits in base32 and differ in their extension, so a .gltf file
// can name the .bin beside it. Nobody can find a file without knowing its name: there is no listing.
//
// # Whole or not at all
//
// Create reserves the room of a file and makes it, under its name and ".part". Another process
// writes it. Keep checks that it has the size it was to have, and renames it. If anything fails, for
// instance because the disk is full, all files of the conversion are removed. Nothing is synced:
// what a crash leaves there is never served, whole or not, since Open removes it.
//
// # What goes when
//
// The files of a conversion go together: when somebody removes them, when their time to live is over, or earlier, the
// oldest first, when new files would exceed the cap or take from the reserve: a tenth of the file system, from 1 to 10
// GiB but at most a quarter of it, stays free for the election. Files that are being written or downloaded never go,
// but count. If that leaves no room, the new file is refused with ErrFull, as it is when the disk is full; with a
// SizeError, if it would never fit. Each file counts its content and 4 KiB for itself, which limits the number of tiny
// files too. An upload counts what has arrived, and goes with its conversion.
//
// Only memory knows what is in the directory. Open removes what an earlier run left, by the pattern
// of its names, and touches no other file. One directory therefore serves one process.
//
// # Caveats
//
// A second Open of a directory removes the files that the first one serves. Give the spool a directory of its own: it
// removes every file with a name like its own.
//
// Every Output must end with Keep or Discard, and every Download with Close. Otherwise their bytes count towards the
// cap until the process ends, and no file takes their place.
//
// Files do not survive a restart: Close removes them. Copy those that must last.
//
// A directory that somebody removes is made again at the next Begin, without the files.
package spool
