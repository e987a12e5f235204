// Package boltfile keeps one bbolt file usable on disks that fill up, fail or lose bytes. It knows no election.
//
//	file.go        File: opening, transactions, closing
//	commit.go      the number of the last commit, kept twice
//	settle.go      what became of a commit that failed; what is due every second
//	compact.go     copies of live pages only, because free pages keep what was deleted
//	open.go        how bbolt opens a file; files that are not in use
//	fault.go       pages that cannot be read, or contradict each other
//	pages.go       a check of all pages, which trusts none of them
//	pageread.go    a page as bbolt writes it
//	allocate_*.go  disk space that a file takes from the start
//	mode_*.go      who may enter the directory, and who owns the files
//
// Of this program it imports durable, which syncs files and names, and refusal, for the errors of a disk.
//
// # Caveats
//
// Do not begin a transaction inside a transaction: the inner Update waits for the outer one for ever, and so does an
// inner View once Compact or Mend waits for both.
//
// Keys and values that bbolt returns lie in the memory map. Copy what leaves the function of a transaction: after a
// later commit those bytes are another record, and after Compact reading them ends the process.
//
// Keep transactions short. An open View keeps bbolt from reusing the pages that its snapshot can see, so the file
// grows; and it keeps Compact, Mend and Close waiting, and all who come after them. Do not write to a client in a View.
//
// View may see a commit whose sync is not over. Use ViewSynced before telling somebody that a change is on the disk.
//
// After an error of Update that is refusal.StorageUnknown and not ErrNotSaved, the change may stand. Whatever the
// caller keeps in memory of the file has to be read anew in the function that Mend is given.
//
// Do not open the file a second time in the same process, nor replace it by a rename: use Read, Change and Lock on
// copies and on files that are not in use, and Compact to replace the file.
package boltfile
