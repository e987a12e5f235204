package boltfile

import (
	"errors"

	bolt "go.etcd.io/bbolt"
)

// Commits is the bucket whose sequence is the number of the file's last commit. bbolt keeps that number in another page
// too: if a page of an older time takes the place of the one that leads to the buckets, the numbers differ. For the
// pages of records, the bucket takes digests of them from its caller.
var Commits = []byte("commits")

// ErrMixed means that a part of the file is of an older time than the rest.
var ErrMixed = errors.New("a part of the database file is of an older time than the rest: restore a backup")

// number writes the number of a transaction that is about to commit.
func number(tx *bolt.Tx) error {
	b, err := tx.CreateBucketIfNotExists(Commits)
	if err == nil {
		err = b.SetSequence(uint64(tx.ID()))
	}
	return err
}

// numbered is a transaction that writes its number when the rest of it is done.
func numbered(fn func(*bolt.Tx) error) func(*bolt.Tx) error {
	return func(tx *bolt.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return number(tx)
	}
}

// CheckCommit compares the two numbers of the last commit of a file. Errors: ErrMixed.
func CheckCommit(tx *bolt.Tx) error {
	if first, _ := tx.Cursor().First(); first == nil { // nobody has written to the file
		return nil
	}
	if b := tx.Bucket(Commits); b == nil || b.Sequence() != uint64(tx.ID()) {
		return ErrMixed
	}
	return nil
}
