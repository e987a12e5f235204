package store

import (
	"context"

	bolt "go.etcd.io/bbolt"
)

// UserPage is a part of the list of users.
type UserPage struct {
	List[User]
	Pending int // how many of all users wait for an administrator to decide
}

// SearchUsers lists users by name. A query selects those who have, for each word of the query, a
// word in their name, e-mail address or phone number that begins with it, whatever the case and
// accents. Errors: refusal.ValidationFailed.
func (s *Store) SearchUsers(ctx context.Context, query string, p Page) (UserPage, error) {
	return s.searchUsers(ctx, func(tx *bolt.Tx, take func(id []byte) error) (string, error) {
		return userDirectory.Search(tx, query, p, take)
	})
}

// SearchApplicants lists, by name, the users who have applied and wait for an administrator to
// decide. A query selects among them as in SearchUsers. Errors: refusal.ValidationFailed.
func (s *Store) SearchApplicants(ctx context.Context, query string, p Page) (UserPage, error) {
	return s.searchUsers(ctx, func(tx *bolt.Tx, take func(id []byte) error) (string, error) {
		return userDirectory.SearchAmong(tx, bucketApplicants, query, p, take)
	})
}

// searchUsers lists the users that search finds.
func (s *Store) searchUsers(ctx context.Context, search func(*bolt.Tx, func(id []byte) error) (next string, err error)) (UserPage, error) {
	var out UserPage
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		out.Pending = number(tx, counterApplicants)
		out.Next, err = search(tx, func(id []byte) error {
			rec, err := userTable.Get(tx, UserID(id))
			out.Items = append(out.Items, rec.User)
			return err
		})
		return err
	})
	return out, err
}
