// Package keyring keeps the installation's secrets as small files in one directory (0700, files 0600), outside the
// database. A copy of the database alone opens no ballot, forges no token and reveals no identity number.
//
//	token.key     signs session tokens; losing it signs everybody out
//	identity.key  keys the HMAC of identity numbers; losing it loses the check for duplicates
//	signing.key   signs receipts, checkpoints and seals; losing it ends the proof of running elections
//	<eid>.key     opens the ballots of one election; losing it before the count loses the election
//
// # Caveats
//
// GetOrMake makes a new secret where the file is missing. Use it only for secrets that a new installation draws: for
// a key that was lost, it makes another one without an error.
//
// Destroy overwrites the file, but a journal, a snapshot or a solid-state disk may keep the old bytes. A backup with
// keys, and a key sheet, keep the secret too.
//
// Two calls at the same time must not use the same name: both write the same temporary file.
//
// Get returns a copy that the caller must clear. All fills a map with every secret of the installation: clear its
// values as well.
package keyring
