// Package worker does work on files from strangers in child processes, so that whatever a file does to its reader, the
// server only loses a child: reading photographs of cards here, and converting solids in package jobs.
//
// A child is the same program under a hidden subcommand. It decodes bytes from strangers and takes
// much memory, which a bound cannot end short of the process; decoding cannot be interrupted
// either. A kill is the one time-out that always works.
//
//	pool.go        the parent: a queue, a few slots, one child a slot
//	turns.go       Turns: stops children while a vote is saved, and gives them their share
//	child.go       the parent's view of a child: start, kill, how it ended
//	conn.go        what goes over the pipes, in frames of store/frame
//	cards.go       photographs of cards to readings, both sides
//	confine.go     what a child does to itself before the first file
//	isolate_*.go   what it gives up, by operating system: files, network and privileges
//	seccomp_*.go   the system calls that it gives up
//	os_*.go        priority and memory by operating system
//
// The way of a photograph: [Pool.Read] checks its header and hands it to [Pool.Do], which takes a place in the queue or
// refuses with [ErrBusy], waits for a slot, starts a child if the slot has none, and lets the two talk: the photograph
// goes to the child's standard input, and JSON comes back, or one of the errors of package raster. A child that takes
// more CPU time than its budget, gets too little of it for too long, dies, or answers with anything else is killed, and
// the next photograph gets a new one. A child is also ended after some number of exchanges, after [Idle] time without
// any, and with its parent.
//
// The child has an empty environment, its own process group and a lowered priority (the lowest there is, once
// Options.Yield says so), and on Linux nothing but the pipes: see [Isolate]. While a vote is saved it is stopped,
// within the bounds of [Turns]; Windows cannot stop it. Photographs exist in the pipes and in memory only; no error
// here quotes one, and what their child prints is dropped.
package worker
