package demo

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"io/fs"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// Every portrait belongs to a candidate, to no other, and is small enough to embed.
func TestPortraits(t *testing.T) {
	var used []string
	for _, e := range []election{lastAssembly(), assembly(), safety(), lastFederation(), federation()} {
		for _, q := range e.questions {
			for _, c := range q.candidates {
				p, err := portrait(c.name)
				if errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if len(p.Data) > 15_000 {
					t.Errorf("%s: %d bytes, want at most 15 kB", c.name, len(p.Data))
				}
				img, err := jpeg.Decode(bytes.NewReader(p.Data))
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				if size := img.Bounds().Size(); size.X != p.Width || size.Y != p.Height {
					t.Errorf("%s: %v pixels, want %d by %d", c.name, size, p.Width, p.Height)
				}
				if slices.Contains(used, string(p.Data)) {
					t.Errorf("%s has the portrait of somebody else", c.name)
				}
				used = append(used, string(p.Data))
			}
		}
	}
	files, err := portraits.ReadDir("portraits")
	if err != nil || len(files) != len(used) {
		t.Errorf("%d files, %d candidates with a portrait, %v", len(files), len(used), err)
	}
}

func TestEveryCandidateIsAMember(t *testing.T) {
	for _, e := range []election{lastAssembly(), assembly(), safety(), lastFederation(), federation()} {
		for _, q := range e.questions {
			for i, c := range q.candidates {
				_, isDesign := trophies()[c.name]
				isNobody := q.last && i == len(q.candidates)-1
				if !isDesign && !isNobody && !slices.Contains(voters(), c.name) {
					t.Errorf("%s stands for %q and is not a member", c.name, q.title)
				}
			}
		}
	}
}

func TestEverybodyOnAListIsAMemberOnce(t *testing.T) {
	seen := make(map[string]bool)
	for _, l := range councilLists() {
		for _, c := range l.members {
			if !slices.Contains(voters(), c.name) || seen[c.name] {
				t.Errorf("%s stands for %q, and is no member or stands twice", c.name, l.name)
			}
			seen[c.name] = true
		}
	}
}

// asItIs takes a solid for what it becomes.
func asItIs(_ context.Context, stl []byte) (store.Image, []byte, error) {
	return store.Image{Data: []byte("picture"), MediaType: "image/png", Width: 1, Height: 1}, stl, nil
}

// The demo has a counted, a running and a draft election, and a result worth looking at.
func TestSeed(t *testing.T) {
	s := storetest.New(t, store.Options{})
	for range 2 { // the second time changes nothing
		if err := Seed(t.Context(), s, "x", asItIs); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.Elections(t.Context(), "", store.Page{})
	if err != nil || len(all.Items) != 6 {
		t.Fatalf("%d elections, %v", len(all.Items), err)
	}
	for i, want := range []store.Status{store.Draft, store.Active, store.Completed, store.Active,
		store.Completed, store.Completed} {
		if e := all.Items[i]; e.Status != want || e.TimeZone != timeZone {
			t.Errorf("%q is %s in %s", e.Title, e.Status, e.TimeZone)
		}
	}
	running := all.Items[1]
	if m := running.Questions; len(m) != 4 || m[0].Method != tally.Motion || m[1].Method != tally.Block || m[1].Max != 5 ||
		m[2].Method != tally.STV {
		t.Errorf("running %+v", m)
	} else {
		for _, c := range m[3].Candidates {
			if c.Solid == nil || c.Solid.Size != len(trophies()[c.Name].stl()) {
				t.Errorf("%s has the solid %+v", c.Name, c.Solid)
			}
		}
	}
	branches, err := s.Results(t.Context(), all.Items[4].ID, false)
	if err != nil || len(branches.Groups) != 3 {
		t.Errorf("%+v, %v", branches.Groups, err)
	}
	for _, g := range branches.Groups {
		if g.Turnout.Electorate < 13 || g.Turnout.Ballots < 9 {
			t.Errorf("branch %+v", g)
		}
	}
	council, err := s.Results(t.Context(), all.Items[5].ID, false)
	if err != nil {
		t.Fatal(err)
	}
	if o := council.Questions[0].Outcome; len(o.Elected) != 7 || slices.ContainsFunc(o.Allocation.Lists,
		func(l tally.ListSeats) bool { return l.Seats == 0 }) {
		t.Errorf("council %+v", o)
	}
	past := all.Items[2].ID
	r, err := s.Results(t.Context(), past, false)
	if err != nil {
		t.Fatal(err)
	}
	if o := r.Questions; o[0].Outcome.Needed < 20 || len(o[1].Outcome.Elected) != 5 || len(o[2].Outcome.Elected) != 3 ||
		len(o[2].Outcome.Stages) < 3 {
		t.Errorf("results %+v", r.Questions)
	}
	b, err := s.Bundle(t.Context(), past)
	if err != nil || !ballotbox.Valid(ballotbox.Verify(b, ballotbox.Evidence{})) {
		t.Errorf("the bundle does not hold: %v", err)
	}
}
