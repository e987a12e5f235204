// Package limit says how often a stranger may try: token buckets by key, in bounded memory.
//
//	file         what is in it
//	limit.go     Limiter: Allow, GiveBack, Exhausted; AddressKey: the key of a client's address
//	signin.go    SignIns: the rule for attempts to sign in
//
// # Buckets
//
// Every key has a bucket, which has burst tokens at first and gains one in every interval. There
// are three ways to use it:
//
//	every attempt counts    Allow
//	failed attempts count   Allow before the attempt, GiveBack after it unless it failed
//	the same, for crowds    Exhausted before the attempt, Allow after a failure
//
// In the second way, no more attempts run at once than there are tokens. In the third way, attempts that run at the
// same time all see the bucket as it was, so that many may succeed at once. But at most as many as run at once can
// exceed the burst. The tokens never go below zero: someone who keeps trying is not kept out for longer.
//
// # Memory
//
// A Limiter remembers at most maxKeys keys, in about 300 bytes each. It keeps only the SHA-256 of a
// key, so the length of a key does not matter.
//
// # What is forgotten
//
// To forget a key is to fill its bucket. If the least recently used key went first, anybody with
// many keys could push out one that is exhausted. So there are two lists, each in order of use: the
// open keys, which had a token left when last used, and the spent ones. To make room, the last keys
// of both lists are compared, and the one with more tokens goes. So:
//
//   - An open key that is last and whose bucket is full goes before any spent one. Nothing is lost
//     with it.
//   - A spent key stays longer than any number of keys that were used once, until its bucket is as
//     full as theirs.
//   - When there is no room, spent keys have at most half of the places; beyond that, the last of
//     them goes first. So somebody who exhausts many keys cannot push out new ones.
//   - With a burst of one, every key is spent by its first use, and the order is that of use.
//
// A key that has tokens left can still be pushed out. That takes maxKeys other keys each time, and gains at most burst
// tokens. Choose maxKeys well above the number of clients expected within burst intervals.
package limit
