// Package slip makes the slips of a poll book, away from the server. A slip has a code, and the code gives two things:
// the member key that signs its owner in, and for each election of the assembly a key that signs the owner's line in
// the poll book. The server sees the member key, and only public halves of the signing keys. The pages derive the same
// (web/static/lib/slipcode.js). ‖ joins bytes, and "\0" is one zero byte.
//
// # A code
//
// A code is 15 random symbols and a check symbol, in the alphabet of member keys. Its check symbol is another one than
// a member key has, so that no page sends a code where it asks for a member key:
//
//	member key: the check digit of Luhn's formula in base 32
//	code:       that digit + 7, mod 32
//
// Each person has two codes. The printed one is on the slip. The reserve one waits in an envelope: it replaces a slip
// that is lost.
//
// # Keys of a code
//
//	k     = PBKDF2-HMAC-SHA256(the 15 symbols, "ostrakon/slip/4\0" ‖ assembly id, 4096 iterations, 32 bytes)
//	login = HKDF-Expand(k, "ostrakon/login/4\0", 10 bytes): the first 75 bits are 15 symbols of 5 bits,
//	        and the 16th symbol is the check symbol of a member key
//	vote  = Ed25519 key of the seed HKDF-Expand(k, "ostrakon/vote/4\0" ‖ byte(number) ‖ owner id, 32 bytes)
//
// The number is the election's in the assembly, from 1 to 30. The owner is the person whose paper it is: the person
// with the slip, or someone whose proxy that person holds.
//
// # Files
//
// The secretary saves the people file from the server ([People]). The registrar makes slips and the credentials file of
// it ([Issue]), and the secretary uploads the credentials file ([Credentials]), which is JSON in its one canonical
// form:
//
//	{"assembly":ID,"first":NUMBER,"groups":[NAME,…],"lists":[LIST,…],"people":[[ID,HASH,HASH],…],"version":4}
//
// The hashes are SHA-256("ostrakon/login/4\0" ‖ the 16 symbols of a login), of the printed and of the reserve code, and
// the people rise by id. There is a list for each number from the first one on, with a line for each person:
//
//	[WEIGHT,[GROUP,…],KEY,KEY] or [WEIGHT,[GROUP,…],KEY,KEY,KEY,KEY]
//
// The weight is in ten-thousandths of a vote. The groups are numbers of names, from 1 and rising, and those of the
// whole roll: which of them an election has is not known yet. The keys are the public vote keys of the owner's codes
// and of the codes of a proxy holder. The keys of a line rise, and the lines rise by their first key, so that no line
// says whose it is. All bytes are base64 with its padding.
package slip
