package store

import (
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// UserID names a user: 26 characters of lower-case base32, 128 random bits.
type UserID string

// ElectionID names an election: 26 characters of lower-case base32, 128 random bits.
type ElectionID string

// CandidateID names a candidate: 26 characters of lower-case base32, 128 random bits.
type CandidateID string

// QuestionID names a question of a ballot paper: 26 characters of lower-case base32, 128 random bits.
type QuestionID string

// NominationID names a nomination: 26 characters of lower-case base32, 128 random bits.
type NominationID string

// HandsID names a show of hands: 26 characters of lower-case base32, 128 random bits.
type HandsID string

// PhotoID names a stored photo: 26 characters of lower-case base32, 128 random bits.
type PhotoID string

// RollID names an entry of the electoral roll: 26 characters of lower-case base32, 128 random bits.
type RollID string

// anyID is a type of id.
type anyID interface {
	UserID | ElectionID | QuestionID | CandidateID | NominationID | HandsID | PhotoID | RollID
}

// ParseID reads an id strictly: 26 canonical characters of [a-z2-7]. Errors: refusal.NotFound.
func ParseID[T anyID](s string) (T, error) {
	if !kv.IsID(s) {
		return "", refusal.Missing(kindOf[T]())
	}
	return T(s), nil
}

// kindOf is what an id of a type names.
func kindOf[T anyID]() string {
	switch any(T("")).(type) {
	case UserID:
		return userTable.Name
	case ElectionID:
		return electionTable.Name
	case QuestionID:
		return questionName
	case CandidateID:
		return candidateTable.Name
	case NominationID:
		return nominationTable.Name
	case HandsID:
		return handsTable.Name
	case PhotoID:
		return photoTable.Name
	}
	return rollTable.Name
}
