// Package limit says how often a stranger may try: token buckets by key, in bounded memory.
//
//	file         what is in it
//	limit.go     Limiter: Allow, Exhausted, Charge; AddressKey: the key of a client's address
//	signin.go    SignIns: the rule for attempts to sign in
//
// # Buckets
//
// Every key has a bucket that holds burst tokens at first and gains one each interval. Two habits:
//
//	every attempt counts    Allow
//	failed attempts count   Exhausted before the attempt, Charge after a failure
//
// With the second, attempts that run at the same time all see the bucket as it was, so at most as many as run at once pass
// beyond the burst. The tokens never go below zero: who keeps knocking is not shut out for longer.
//
// # Memory
//
// A Limiter remembers at most maxKeys keys. What it keeps of a key is its SHA-256, so neither the length of a key
// nor the buffer that it was cut from matters; that is about 300 bytes a key.
//
// # What is forgotten
//
// To forget a key is to fill its bucket. Plain least-recently-used order would let anybody with many keys to spare
// wash away the one that is exhausted, so keys stand in two lists, each in order of use: the open ones, which had a
// token left when last used, and the spent ones. When a place is needed, the last of the one list and the last of the
// other are compared, and the one with more tokens goes. Hence
//
//   - an open key whose bucket has filled up, once it is last, goes before any spent one: nothing is lost with it;
//   - a spent key outlives any number of keys used once, until its bucket is as full as theirs;
//   - yet when places are short, spent keys hold at most half of them: beyond that the last of them goes first. Who
//     exhausts many keys can thus neither crowd out the newcomers nor keep them from being counted;
//   - with a burst of one every key is spent by its first use, and the order is plainly that of use.
//
// A key that has tokens left can still be washed away; that costs maxKeys other keys each time, and gives at most burst
// tokens. Choose maxKeys well above the number of clients expected within burst intervals.
package limit
