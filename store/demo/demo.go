package demo

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/tally"
)

// Convert makes the still picture and the GLB of a solid from a binary STL file.
type Convert func(ctx context.Context, stl []byte) (still store.Image, glb []byte, err error)

// Seed fills an empty store with the sample organisation. Everyone has the password with the given hash. A store that
// was filled before stays as it is, with the votes since. An error leaves a half-filled store; delete it.
func Seed(ctx context.Context, st *store.Store, passwordHash string, convert Convert) error {
	in, err := st.Installation(ctx)
	if err != nil || !in.SetupRequired {
		return err
	}
	s := seeder{ctx: ctx, st: st, by: audit.ByCommand(), convert: convert}
	people, err := s.voters(passwordHash)
	if err != nil {
		return fmt.Errorf("demo voters: %w", err)
	}
	if err := s.council(people); err != nil {
		return fmt.Errorf("demo lists: %w", err)
	}
	if err := s.enrol(); err != nil {
		return fmt.Errorf("demo roll: %w", err)
	}
	s.branchOf = branchOf(people)
	if err := s.federation(people); err != nil {
		return fmt.Errorf("demo branches: %w", err)
	}
	if err := s.elections(people); err != nil {
		return fmt.Errorf("demo elections: %w", err)
	}
	// The administrator comes last, so that the next start knows that the demo is complete.
	_, err = st.SetUp(ctx, store.NewAdmin{
		Email: AdminEmail, PasswordHash: passwordHash, FullName: "Marta Silva",
		Settings: store.SettingsChange{Organisation: new(organisation), TimeZone: new(timeZone)},
	})
	return err
}

type seeder struct {
	ctx     context.Context
	st      *store.Store
	by      audit.Actor
	convert Convert

	branchOf map[store.UserID]string
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
			DateOfBirth: fmt.Sprintf("%d-%02d-%02d", 1955+i, 1+i%12, 1+i%28), Phone: fmt.Sprintf("+44 20 7946 %04d", i),
			Kind: store.NationalID, Number: number(i),
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

// portrait reads the file named after a person's e-mail address. [fs.ErrNotExist] if the person has none.
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

	if err := s.heldAndRunning(lastAssembly(), assembly(), people, draw); err != nil {
		return err
	}
	_, err := s.draft(safety())
	return err
}

// heldAndRunning makes an election that is counted, and one in which a third of the people have not voted.
func (s seeder) heldAndRunning(past, now election, people []store.UserID, draw *rand.Rand) error {
	held, err := s.prepare(past)
	if err != nil {
		return err
	}
	if err := s.vote(held, people, draw); err != nil {
		return err
	}
	if _, err := s.st.SetStatus(s.ctx, s.by, held.ID, store.Completed); err != nil {
		return err
	}
	if _, err := s.st.CalculateResults(s.ctx, s.by, held.ID); err != nil {
		return err
	}
	running, err := s.prepare(now)
	if err != nil {
		return err
	}
	return s.vote(running, people[len(people)/3:], draw)
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
	electorate := store.ElectorateOpen
	if slices.ContainsFunc(e.questions, func(q question) bool { return len(q.groups) > 0 }) {
		electorate = store.ElectorateRoll
	}
	made, err := s.st.CreateElection(s.ctx, s.by, store.ElectionChange{
		Title: &e.title, Description: &e.description, TimeZone: new(timeZone), Electorate: &electorate,
	})
	if err != nil {
		return made, err
	}
	for i, q := range e.questions {
		if err := s.ask(made, i, q); err != nil {
			return made, err
		}
	}
	return s.st.Election(s.ctx, made.ID)
}

// ask puts a question on the paper. The first one is there already.
func (s seeder) ask(e store.Election, i int, q question) error {
	change := store.QuestionChange{Title: &q.title, Text: &q.text, Method: &q.method, Min: q.min, Threshold: q.threshold,
		Groups: &q.groups}
	if q.seats > 0 {
		change.Seats = &q.seats
	}
	asked := e.Questions[0]
	var err error
	if i == 0 {
		_, err = s.st.UpdateQuestion(s.ctx, s.by, e.ID, asked.ID, change)
	} else {
		asked, err = s.st.AddQuestion(s.ctx, s.by, e.ID, change)
	}
	if err != nil {
		return err
	}
	for _, c := range q.candidates {
		if err := s.nominate(e.ID, asked.ID, c); err != nil {
			return err
		}
	}
	if !q.last {
		return nil
	}
	_, err = s.st.UpdateQuestion(s.ctx, s.by, e.ID, asked.ID, store.QuestionChange{Last: new(true)})
	return err
}

// nominate puts a candidate up, with a portrait or a solid if there is one.
func (s seeder) nominate(e store.ElectionID, q store.QuestionID, c candidate) error {
	added, err := s.st.AddCandidate(s.ctx, s.by, e, q,
		store.CandidateChange{Name: &c.name, Affiliation: &c.affiliation, Description: &c.description})
	if err != nil {
		return err
	}
	if design, ok := trophies()[c.name]; ok {
		still, glb, err := s.convert(s.ctx, design.stl())
		if err != nil {
			return err
		}
		_, err = s.st.SetCandidateSolid(s.ctx, s.by, e, added.ID, still, glb)
		return err
	}
	image, err := portrait(c.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = s.st.SetCandidatePhoto(s.ctx, s.by, e, added.ID, image)
	return err
}

// vote lets about nine in ten people vote.
func (s seeder) vote(e store.Election, people []store.UserID, draw *rand.Rand) error {
	for _, voter := range people {
		if draw.IntN(10) == 0 {
			continue
		}
		a := store.Answers{Marks: make(map[store.QuestionID]map[store.CandidateID]byte)}
		for _, q := range e.Questions {
			a.Marks[q.ID] = answer(q, draw, len(q.Groups) == 0 || slices.Contains(q.Groups, s.branchOf[voter]))
		}
		if _, err := s.st.CastVote(s.ctx, voter, e.ID, "", a); err != nil {
			return err
		}
	}
	return nil
}

// answer draws the marks of one voter for one question. Candidates at the top of the list get the most votes. A voter
// whom the question does not ask leaves the question blank.
func answer(q store.Question, draw *rand.Rand, asked bool) map[store.CandidateID]byte {
	marks := make(map[store.CandidateID]byte)
	liked := make([]store.CandidateID, 0, len(q.Candidates))
	for i, c := range q.Candidates {
		marks[c.ID] = 0
		liked = slices.Insert(liked, max(0, i-draw.IntN(len(q.Candidates))), c.ID)
	}
	switch traits := q.Method.Traits(); {
	case !asked:
	case traits.Marks == tally.YesNo:
		for _, c := range q.Candidates {
			marks[c.ID] = byte(1 + max(0, draw.IntN(10)-7))
		}
	case traits.Answers:
		choice := max(0, draw.IntN(10)-7) // eight in ten say yes
		marks[q.Candidates[choice].ID] = 1
	case traits.Marks == tally.Ranks:
		for rank, id := range liked[:draw.IntN(len(liked)+1)] {
			marks[id] = byte(rank + 1)
		}
	case q.Max == 1:
		for _, id := range liked[:min(1, draw.IntN(10))] { // one in ten marks nobody
			marks[id] = 1
		}
	default:
		for _, id := range liked[:draw.IntN(q.Max+1)] {
			marks[id] = 1
		}
	}
	return marks
}
