package ballotbox

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// ward is a contest of one group: its papers, each as often as it was cast.
type ward struct {
	seats, options int
	papers         []tally.Paper
	elected        []int // as officials published it; nil if they did not
}

// officialWards are those of a file of contests with known results; nil where it is not there.
func officialWards(t *testing.T, file string) (all []ward) {
	dir := os.Getenv("OSTRAKON_COUNTING")
	if dir == "" {
		dir = "../../../shared/counting"
	}
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		return nil
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var c struct {
			Seats               int
			Candidates, Ballots []string
			Expected            struct{ Elected []int }
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		w := ward{seats: c.Seats, options: len(c.Candidates), elected: c.Expected.Elected}
		for _, line := range c.Ballots {
			times, vote, _ := strings.Cut(line, ":")
			p := tally.Paper{Marks: make([]byte, w.options), Weight: must(strconv.Atoi(times))}
			for place, option := range strings.Split(vote, ",") {
				p.Marks[must(strconv.Atoi(option))-1] = byte(place + 1)
			}
			w.papers = append(w.papers, p)
		}
		all = append(all, w)
	}
	return all
}

// drawnWards have the shape of the 21 wards of a city.
func drawnWards() (all []ward) {
	rng := rand.New(rand.NewPCG(21, 0))
	for range 21 {
		w := ward{seats: 3 + rng.IntN(2), options: 8 + rng.IntN(5)}
		for range 100 {
			p := tally.Paper{Marks: make([]byte, w.options), Weight: 1 + rng.IntN(5)}
			for place, option := range rng.Perm(w.options)[:1+rng.IntN(w.options)] {
				p.Marks[option] = byte(place + 1)
			}
			w.papers = append(w.papers, p)
		}
		all = append(all, w)
	}
	return all
}

// The wards of a city are one election, with a group and a question for each. Each has the result, stage by stage, that
// it has when it is counted alone, and the one that officials published.
func TestWardsInOneElectionHaveTheirOwnResults(t *testing.T) {
	all := officialWards(t, "glasgow-2007.jsonl")
	if all == nil {
		all = drawnWards()
	}
	h := open(2, func(m *Manifest) {
		byServer(m)
		m.Questions, m.Electorate = nil, &Electorate{RollHash: Hash{}.String()}
		for i, w := range all {
			q := question(fmt.Sprint("ward ", i), tally.STV, w.options)
			q.Seats, q.Max, q.Draw, q.Groups = w.seats, w.options, true, []int{i + 1}
			m.Questions, m.Groups = append(m.Questions, q), append(m.Groups, fmt.Sprint("Ward ", i+1))
			people := 0
			for _, p := range w.papers {
				people += p.Weight
			}
			m.Electorate.Classes = append(m.Electorate.Classes, Class{1, people, []int{i + 1}})
			m.Electorate.Size += people
		}
	})
	at, number := 0, uint64(0)
	for i, w := range all {
		for _, p := range w.papers {
			marks := make([]byte, h.manifest.OptionCount())
			copy(marks[at:], p.Marks)
			for range p.Weight {
				number++
				seed := sealing.Seed(binary.BigEndian.AppendUint64(make([]byte, 24), number))
				h.bundle.Leaves = append(h.bundle.Leaves, Cast{Class: i + 1, Sealed: SealedHash(seed[:])})
				h.opened = append(h.opened, Opened{marks, i + 1, seed.Code(sealing.Tag{})})
			}
		}
		at += w.options
	}
	counted := must(h.manifest.Count(h.bundle.Leaves, h.opened, PapersIn{}))
	lots := h.manifest.lots(rootOfCodes(counted.Codes))
	for i, w := range all {
		rules, got := h.manifest.Questions[i].Rules(), counted.Result.Questions[i]
		alone := must(rules.Count(rules.Evidence(w.papers, lots[i]), lots[i], tally.Base{}))
		if !reflect.DeepEqual(got.Outcome, alone) {
			t.Errorf("ward %d: %+v, alone %+v", i+1, got.Outcome, alone)
		}
		if w.elected != nil && !sameSet(got.Elected, w.elected) {
			t.Errorf("ward %d elects %d, officially %d", i+1, got.Elected, w.elected)
		}
		if got.People != h.manifest.Electorate.Classes[i].People {
			t.Errorf("ward %d has %d ballots", i+1, got.People)
		}
	}
	again := must(h.manifest.Recount(h.bundle.Leaves, counted.Codes, counted.Counts, counted.Raw))
	if string(again.Raw) != string(counted.Raw) {
		t.Error("counting again gives another result")
	}
	t.Logf("%d wards, %d ballots", len(all), number)
}

func sameSet(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
