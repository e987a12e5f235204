package demo

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"

	"golang.org/x/text/unicode/norm"

	"ostrakon/store"
)

// Seed fills an empty store with the sample organisation. Everyone has the password with the given
// hash. A store that was filled before stays as it is, with the votes since. An error leaves a
// half-filled store; delete it.
func Seed(ctx context.Context, st *store.Store, passwordHash string) error {
	in, err := st.Installation(ctx)
	if err != nil || !in.SetupRequired {
		return err
	}
	s := seeder{ctx: ctx, st: st, by: store.Actor{Kind: store.ActorCommand}}
	people, err := s.voters(passwordHash)
	if err != nil {
		return fmt.Errorf("demo voters: %w", err)
	}
	if err := s.elections(people); err != nil {
		return fmt.Errorf("demo elections: %w", err)
	}
	// The administrator comes last, so that the next start knows that the demo is complete.
	_, err = st.SetUp(ctx, store.NewAdmin{
		Email: AdminEmail, PasswordHash: passwordHash, FullName: "Marta Silva", Organisation: organisation,
	})
	return err
}

type seeder struct {
	ctx context.Context
	st  *store.Store
	by  store.Actor
}

// address is a person's e-mail address: ada.okafor@riverside.example.
func address(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case r == ' ':
			return '.'
		case r == 'ı':
			return 'i'
		case r == 'ß':
			return 's'
		}
		return -1
	}, strings.ToLower(norm.NFKD.String(name)))
	return plain + "@riverside.example"
}

func (s seeder) voters(passwordHash string) ([]store.UserID, error) {
	var ids []store.UserID
	for i, name := range voters() {
		u, err := s.st.Register(s.ctx, store.Registration{
			Email: address(name), PasswordHash: passwordHash, FullName: name,
			DateOfBirth: fmt.Sprintf("%d-%02d-%02d", 1955+i, 1+i%12, 1+i%28),
			Phone:       fmt.Sprintf("+44 20 7946 %04d", i),
			Kind:        store.NationalID, Number: fmt.Sprintf("RIV%06d", 480017+i*7919),
			Policy: "number", Checks: []store.AdmissionCheck{{Name: "identity_number", Passed: true}},
		})
		if err != nil {
			return nil, err
		}
		ids = append(ids, u.ID)
		image, err := portrait(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if _, err := s.st.SetUserPhoto(s.ctx, u.ID, image); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

//go:embed portraits
var portraits embed.FS

// portrait is a person's picture, the same wherever the person appears: the file with the name of
// their e-mail address. [fs.ErrNotExist] if they have none.
func portrait(name string) (store.Image, error) {
	local, _, _ := strings.Cut(address(name), "@")
	data, err := portraits.ReadFile("portraits/" + local + ".jpg")
	return store.Image{Data: data, MediaType: "image/jpeg", Width: portraitSide, Height: portraitSide}, err
}

// portraitSide is the width and the height of the portraits, in pixels.
const portraitSide = 360

func (s seeder) elections(people []store.UserID) error {
	// Fixed draws, so that every demo shows the same turnout and result.
	draw := rand.New(rand.NewPCG(480, 322))

	past, err := s.prepare(chair())
	if err != nil {
		return err
	}
	if err := s.vote(past, people, draw, 5, 9, 4); err != nil {
		return err
	}
	if _, err := s.st.SetStatus(s.ctx, s.by, past.ID, store.Completed); err != nil {
		return err
	}
	if _, err := s.st.CalculateResults(s.ctx, s.by, past.ID); err != nil {
		return err
	}

	running, err := s.prepare(purchase())
	if err != nil {
		return err
	}
	if err := s.vote(running, people[len(people)/3:], draw, 3, 4, 3, 2); err != nil {
		return err
	}

	_, err = s.draft(safety())
	return err
}

// prepare makes an election and opens it.
func (s seeder) prepare(e election) (store.Election, error) {
	made, err := s.draft(e)
	if err != nil {
		return made, err
	}
	return s.st.SetStatus(s.ctx, s.by, made.ID, store.Active)
}

func (s seeder) draft(e election) (store.Election, error) {
	made, err := s.st.CreateElection(s.ctx, s.by, store.ElectionChange{
		Title: &e.title, Description: &e.description, ShuffleCandidates: &e.shuffle,
	})
	if err != nil {
		return made, err
	}
	for _, c := range e.candidates {
		added, err := s.st.AddCandidate(s.ctx, s.by, made.ID, "", store.CandidateChange{Name: &c.name, Affiliation: &c.affiliation, Description: &c.description})
		if err != nil {
			return made, err
		}
		image, err := portrait(c.name)
		if err != nil {
			return made, err
		}
		if _, err := s.st.SetCandidatePhoto(s.ctx, s.by, made.ID, added.ID, image); err != nil {
			return made, err
		}
	}
	return made, nil
}

// vote lets about nine in ten people vote. weights say how popular each candidate is.
func (s seeder) vote(e store.Election, people []store.UserID, draw *rand.Rand, weights ...int) error {
	total := 0
	for _, w := range weights {
		total += w
	}
	for _, voter := range people {
		if draw.IntN(10) == 0 {
			continue
		}
		i := 0
		for at := draw.IntN(total); at >= weights[i]; i++ {
			at -= weights[i]
		}
		if _, err := s.st.CastVote(s.ctx, voter, e.ID, "", store.Answers{Candidate: e.Candidates[i].ID}, ""); err != nil {
			return err
		}
	}
	return nil
}
