// Package portal reads the signed links with which the members' portal of an organisation sends people to vote. A link
// is a JSON Web Token (RFC 7519) in the fragment of an address, which no server on the way sees. It names a person of
// the roll by their member reference, this installation and a short time, and works once.
//
//	link.go  a link that somebody opened
//	key.go   the public key of a portal, as an administrator pastes it
package portal
