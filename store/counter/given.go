package counter

import (
	"crypto/ed25519"
	"crypto/sha256"
	"slices"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// sealedSize is what sealing to the key of a count adds: an X-Wing encapsulation and a ChaCha20-Poly1305 tag.
const sealedSize = 1120 + 16

// SheetSize is the size of a sealed sheet.
const SheetSize = sealedSize + sealing.SecretSize

// sharesHead is the length of a holder's number and signature, before their shares.
const sharesHead = 1 + ed25519.SignatureSize

// SharesSize is the size of a holder's sealed shares of so many ballots.
func SharesSize(ballots int) int { return sealedSize + sharesHead + sealing.ShareSize*ballots }

// giftOf returns the kind and the payload's size of the frames with which holders give their parts to the process that
// counts a box of so many ballots.
func giftOf(m *ballotbox.Manifest, ballots int) (kind byte, size int) {
	if m.Custody.Traits().Sheets {
		return kindShares, SharesSize(ballots)
	}
	return kindSheet, SheetSize
}

// SealShares seals the shares of a holder, one of sealing.ShareSize bytes for each ballot in the order of the log,
// to the key of a count, as the holder's page does. cast is the checkpoint whose ballots they are of. The plaintext is
//
//	byte(number) ‖ signature (64) ‖ shares
//	signature = Ed25519("ostrakon/shares/4\0" ‖ election id ‖ root (32) ‖ SHA-256(key) ‖ SHA-256(shares))
//
// The root covers the manifest and all ballots, so nobody can use the shares in the count of another box.
func SealShares(key []byte, election string, cast ballotbox.Checkpoint, number int, secret *sealing.Secret,
	shares []byte) ([]byte, error) {
	signature := secret.Sign(signedShares(key, election, cast, shares))
	return sealing.SealTo(key, infoOf(election), slices.Concat([]byte{byte(number)}, signature, shares))
}

// signedShares is what a holder signs.
func signedShares(key []byte, election string, cast ballotbox.Checkpoint, shares []byte) []byte {
	to, what := sha256.Sum256(key), sha256.Sum256(shares)
	return slices.Concat([]byte("ostrakon/shares/4\x00"+election), cast.Root[:], to[:], what[:])
}

// infoOf binds what is sealed to an election.
func infoOf(election string) string { return "ostrakon/count/4\x00" + election }
