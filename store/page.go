package store

import "ostrakon/store/kv"

// MaxPage is the most records one page of a list holds; DefaultPage is what a caller that does not say gets.
const (
	MaxPage     = kv.MaxPage
	DefaultPage = kv.DefaultPage
)

// Page asks for a part of a list.
type Page = kv.Page

// List is a part of a list.
type List[T any] = kv.List[T]
