// Package keyring keeps the installation's secrets as small files in one directory (0700, files
// 0600), outside the database. A copy of the database alone opens no ballot, forges no token and
// reveals no identity number.
//
//	token.key     signs session tokens; losing it signs everybody out
//	identity.key  keys the HMAC of identity numbers; losing it loses the check for duplicates
//	signing.key   signs receipts, checkpoints and seals; losing it ends the proof of running elections
//	<eid>.key     opens the ballots of one election; losing it before the count loses the election
package keyring
