// Package backups makes backups of a store by themselves, reads each back, and keeps the newest ones.
//
//	backups.go  the schedule: when a backup is due, what the last one came to, and what is kept
package backups
