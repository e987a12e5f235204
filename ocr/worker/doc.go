// Package worker reads photographs in a child process, so that whatever a
// photograph does to its reader, the server only loses a child.
//
// The child is the same program under a hidden subcommand. It decodes bytes
// from strangers and runs text recognition, which cannot be interrupted and
// does not give its memory back; a kill is the one time-out that always works.
//
//	pool.go        the parent: a queue, a few slots, one child a slot
//	child.go       the parent's view of a child: start, ask, kill
//	serve.go       the child: asks to answers, one at a time
//	frame.go       what goes over the pipes
//	confine.go     what a child does to itself before the first photograph
//	os_*.go        process groups, priority and memory by operating system
//
// The way of a photograph: [Pool.Read] checks its header, takes a place in the
// queue or refuses with [ErrBusy], waits for a slot, starts a child if the slot
// has none, writes the photograph to the child's standard input and waits for
// the answer: JSON, or one of the errors of package raster. A child that takes
// longer than [Budget], dies, or answers with anything else is killed, and the
// next photograph gets a new one. A child is also ended after [Recycle]
// photographs, after [Idle] time without any, and with its parent.
//
// The child has an empty environment, no open file but the two pipes, its own
// process group and a lowered priority. Photographs exist in the pipes and in
// memory only; no error here quotes one, and what a child prints is dropped.
package worker
