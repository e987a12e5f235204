package command

import (
	"testing"

	"ostrakon/store"
	"ostrakon/store/demo"
	"ostrakon/store/storetest"
)

// A page of the demo that shows its solids loads fast.
func TestTheSolidsOfTheDemoAreSmall(t *testing.T) {
	s := storetest.New(t, store.Options{})
	if err := demo.Seed(t.Context(), s, "x", convertSolid); err != nil {
		t.Fatal(err)
	}
	all, err := s.Elections(t.Context(), "", store.Page{})
	if err != nil {
		t.Fatal(err)
	}
	solids := 0
	for _, e := range all.Items {
		for _, q := range e.Questions {
			for _, c := range q.Candidates {
				if c.Solid == nil {
					continue
				}
				if solids++; c.Solid.Size > 200_000 {
					t.Errorf("%s has %d bytes", c.Name, c.Solid.Size)
				}
			}
		}
	}
	if solids != 3 {
		t.Errorf("%d solids, want 3", solids)
	}
}
