package store

import "ostrakon/store/kv"

// MaxPage is the most records on one page of a list. DefaultPage is how many come without a limit.
const (
	MaxPage     = kv.MaxPage
	DefaultPage = kv.DefaultPage
)

// Page asks for a part of a list.
type Page = kv.Page

// List is a part of a list.
type List[T any] = kv.List[T]
