package store

import (
	"context"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
)

// erasePause is how long what was deleted about people stays in free pages of the file, so that several deletions share
// one copy of it. With the copy itself, it is less than the hour that the pages of administrators promise.
const erasePause = 30 * time.Minute

// oweErase notes that free pages keep what is deleted in this transaction, and since when some of them do.
func (s *Store) oweErase(tx *bolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	if meta.Get(metaErase) != nil {
		return nil
	}
	return meta.Put(metaErase, kv.Time(s.clock()))
}

// eraseOwed returns since when free pages keep what was deleted about people; the zero time if they do not.
func (s *Store) eraseOwed() (since time.Time) {
	err := s.view(context.Background(), func(tx *bolt.Tx) error {
		if raw := tx.Bucket(bucketMeta).Get(metaErase); len(raw) == 8 {
			since = time.UnixMilli(int64(binary.BigEndian.Uint64(raw)))
		}
		return nil
	})
	if err != nil {
		return time.Time{} // the file cannot be used now, so not be copied either
	}
	return since
}

// eraseDue reports whether the copy that erases what was deleted is due. It also is when the clock went back.
func (s *Store) eraseDue() bool {
	since, now := s.eraseOwed(), s.now()
	return !since.IsZero() && (now.Before(since) || now.Sub(since) >= erasePause)
}
