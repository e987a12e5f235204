// Package counter counts an election in a process of its own, which the server cannot listen to.
//
// The child has the one key that everything is sealed to, and draws it itself. Where people hold the keys, each
// holder's page opens its shares of all ballots on the holder's device, and seals them to that key. So neither the
// server nor the child ever has a holder's secret, and nothing that opens a ballot was ever in the server's memory. The
// child combines the shares, counts, answers with the count, which nobody has signed yet, and ends: the kernel takes
// its memory. Where the server has the key, it seals its sheet to the child instead, which then signs the count.
//
//	counting.go    the parent's handle: what is given, progress, the count
//	given.go       the forms of shares and sheets
//	serve.go       the child
//	frame.go       what goes over the pipes, in frames of store/frame
//	process.go     a child process as a connection
//
// The conversation, in frames:
//
//	parent                                  child
//	head: manifest, checkpoint, notices  ->
//	                                     <- key: the public key
//	shares: of one holder, sealed        -> tries them
//	                                     <- answer: the number of the holder, or 0
//	... until as many holders as the threshold asks for have given theirs
//	begin: the time                      ->
//	ballot: class, tag, sealed ballot    -> opens it, and keeps the marks, and with a proof what it needs
//	... until an empty frame             <- progress: ballots opened
//	                                     <- proof: of the count, if there is to be one
//	                                     <- count: a count.zip without the proof, or failed: why
//
// So a child that waits is small, and the ballots go through the pipe once. A child that dies has written nothing: the
// holders give their shares again, to another one.
//
// The child has an empty environment, no open file but its two pipes, and its own process group. It
// dies with its parent. What it prints is dropped, because a stack trace can quote a share.
package counter
