package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ostrakon/store"
)

func TestErrorsAreKnownByTheirCode(t *testing.T) {
	field := *store.ErrIdentityTaken
	field.Field = "voterId"
	if !errors.Is(fmt.Errorf("register: %w", &field), store.ErrIdentityTaken) {
		t.Error("an error with a field of its own is not the one of its code")
	}
	if errors.Is(store.ErrNotFound, store.ErrNotDraft) || errors.Is(errors.New("not_found"), store.ErrNotFound) {
		t.Error("errors of different codes are the same")
	}
	for _, err := range []*store.Error{store.ErrNotFound, store.ErrLastAdmin, store.ErrAlreadyVoted} {
		if text := err.Error(); !strings.HasPrefix(text, string(err.Code)+": ") || !strings.HasSuffix(text, err.Message) {
			t.Errorf("%q does not tell code and message", text)
		}
	}
}
