// Package counter counts an election in a process of its own, which the server cannot listen to.
//
// The child has the one key that sheets are sealed to, and draws it itself. A holder's page seals the sheet to that
// key, so the server carries only what it cannot read, and nothing that opens a ballot was ever in its memory. The
// child answers with the count, which the holders' keys signed, and ends: the kernel takes its memory.
//
//	counting.go    the parent's handle: sheets, progress, the count
//	serve.go       the child
//	frame.go       what goes over the pipes, in frames of store/frame
//	process.go     a child process as a connection
//
// The conversation, in frames:
//
//	parent                                  child
//	head: manifest, checkpoint, notices  ->
//	                                     <- key: the public key for sheets
//	sheet: a sealed secret               -> tries it
//	                                     <- answer: the number of its holder, or 0
//	... until the sheets of as many holders as the threshold asks for are there
//	begin: the time                      ->
//	ballot: weight, tag, sealed ballot   -> opens it, and keeps the marks alone
//	... until an empty frame             <- progress: ballots opened
//	                                     <- count: a count.zip, or failed: why
//
// So a child that waits for sheets is small, and the ballots go through the pipe once. A child that
// dies has written nothing: the holders type their sheets again, for another one.
//
// The child has an empty environment, no open file but its two pipes, and its own process group. It
// dies with its parent. What it prints is dropped, because a stack trace can quote a sheet.
package counter
