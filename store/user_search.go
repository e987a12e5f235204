package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
	"ostrakon/store/search"
)

// UserFilter says which users a list has. The zero value is all of them.
type UserFilter struct {
	Query   string     // those who have, for each word, a word of name, e-mail address or phone number that begins so
	Role    Role       // "" for any
	Status  UserStatus // "" for any
	Pending bool       // only those who have applied and wait for an administrator to decide
}

func (f UserFilter) matches(u User) bool {
	return (f.Role == "" || f.Role == u.Role) && (f.Status == "" || f.Status == u.Status)
}

// UserPage is a part of the list of users.
type UserPage struct {
	List[User]
	Pending int // how many of all users wait for an administrator to decide
}

// SearchUsers lists the users of a filter by name. With a query the order is that of the words found, whatever the case
// and accents, and every user whom the query finds may be looked at. The total is known from totals: without a query,
// and with Pending alone. Errors: refusal.ValidationFailed.
func (s *Store) SearchUsers(ctx context.Context, f UserFilter, p Page) (UserPage, error) {
	var out UserPage
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		out.Pending, out.Total = number(tx, totalApplicants), f.total(tx)
		take := func(id []byte) (bool, error) {
			rec, err := userTable.Get(tx, UserID(id))
			if err != nil || !f.matches(rec.User) {
				return false, err
			}
			out.Items = append(out.Items, rec.user())
			return true, nil
		}
		switch {
		case f.Pending:
			out.Next, err = userPeople.FindAmong(tx, bucketApplicants, nil, f.Query, p, take)
		case f.Query == "" && f != UserFilter{}:
			out.Next, err = userPeople.FindAmong(tx, bucketUsersByKind, kindPart(f.Role, f.Status), "", p, take)
		default:
			out.Next, err = userPeople.Find(tx, f.Query, p, take)
		}
		return err
	})
	return out, err
}

// total is how many users match, as far as totals say.
func (f UserFilter) total(tx *bolt.Tx) *int {
	switch {
	case f == UserFilter{Pending: true}:
		return new(number(tx, totalApplicants))
	case f.Pending || f.Query != "":
		return nil
	}
	n := 0
	for _, u := range kinds() {
		if f.matches(u) {
			n += number(tx, kindTotal(u))
		}
	}
	return &n
}

// kinds are a user of each role and status.
func kinds() []User {
	return []User{
		{Role: RoleUser, Status: UserActive}, {Role: RoleUser, Status: UserSuspended},
		{Role: RoleAdmin, Status: UserActive}, {Role: RoleAdmin, Status: UserSuspended},
	}
}

func kindTotal(u User) []byte { return []byte("users_" + string(u.Role) + "_" + string(u.Status)) }

func kindTotals() (totals []kv.Total[userRecord]) {
	for _, kind := range kinds() {
		totals = append(totals, kv.Total[userRecord]{
			Bucket: bucketTotals, Key: kindTotal(kind),
			Counts: func(u userRecord) bool { return u.Role == kind.Role && u.Status == kind.Status },
		})
	}
	return totals
}

// kindLines are the lines of a user in the index by role, by status and by both.
func kindLines(u userRecord) (lines []kv.Line) {
	for _, part := range [][]byte{kindPart(u.Role, ""), kindPart("", u.Status), kindPart(u.Role, u.Status)} {
		lines = append(lines, kv.Line{Key: kv.Key(part, search.NameLine(u.FullName, string(u.ID)).Key)})
	}
	return lines
}

// kindPart is a key part of two bytes, the first letters; zero is for any.
func kindPart(role Role, status UserStatus) []byte {
	return kv.Key(kv.Fixed(string(role), 1), kv.Fixed(string(status), 1))
}
