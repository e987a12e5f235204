package counter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// Whoever counts, and wherever, the counts, codes, result and proof are the same bytes, and the server
// accepts them.
func TestAnyTwoHoldersCountTheSame(t *testing.T) {
	p := newPoll(t, 30, proved)
	var first *ballotbox.Count
	for name, start := range starts() {
		for _, pair := range [][]int{{1, 2}, {3, 1}, {2, 3}} {
			t.Run(fmt.Sprint(name, pair), func(t *testing.T) {
				c := p.start(t, start)
				p.give(t, c, pair...)
				count := must(c.Wait(t.Context()))
				if first == nil {
					first = count
				}
				if !bytes.Equal(count.Counts, first.Counts) || !slices.Equal(count.Codes, first.Codes) ||
					!bytes.Equal(count.Result, first.Result) || !bytes.Equal(count.Proof, first.Proof) {
					t.Errorf("another count:\n%s\n%s", count.Result, first.Result)
				}
				if bytes.Contains(count.Seal, []byte("— ")) {
					t.Errorf("somebody has signed the seal:\n%s", count.Seal)
				}
				sealed := must(p.box.Accept(p.signed(count, pair...), p.log, p.signer))
				if votes := sealed.Result.Questions[0].Votes; !slices.Equal(votes, []int{20, 10}) {
					t.Errorf("votes %v", votes)
				}
				if !bytes.Contains(count.Seal, []byte("\ncountedAt "+ballotbox.FormatTime(countedAt())+"\ncountedBy server\n")) {
					t.Errorf("the seal says:\n%s", count.Seal)
				}
				if given, opened := c.Progress(); !slices.Equal(given, slices.Sorted(slices.Values(pair))) || opened != 30 {
					t.Errorf("shares of %v, %d ballots opened", given, opened)
				}
				if name == "a process" {
					gone(t, c)
				}
			})
		}
	}
}

// A box of one ballot is often counted before whoever gave the last shares runs again.
func TestTheLastSharesAreAnsweredHoweverFastTheCount(t *testing.T) {
	p := newPoll(t, 1)
	for range 100 {
		c := p.start(t, InProcess)
		p.give(t, c, 1, 2)
		must(c.Wait(t.Context()))
	}
}

func TestWrongSharesCostNothing(t *testing.T) {
	for name, start := range starts() {
		t.Run(name, func(t *testing.T) {
			p := newPoll(t, 3)
			c := p.start(t, start)
			id, key := p.manifest.ElectionID, c.Key()
			seal := func(number int, secret *sealing.Secret, cast ballotbox.Checkpoint, shares []byte) []byte {
				return must(SealShares(key, id, cast, number, secret, shares))
			}
			changed := p.sealed(key, 1)
			changed[len(changed)-1]++
			foreign := sealing.NewSecret().PublicKey()
			replayed := slices.Concat([]byte{1}, p.secrets[0].Sign(signedShares(foreign, id, p.cast, p.shares(1))), p.shares(1))
			wrong := map[string][]byte{
				"a stranger's":                     seal(1, sealing.NewSecret(), p.cast, p.shares(1)),
				"of holder 2, by holder 1":         seal(2, p.secrets[0], p.cast, p.shares(2)),
				"of nobody":                        seal(0, p.secrets[0], p.cast, p.shares(1)),
				"of holder 4":                      seal(4, p.secrets[0], p.cast, p.shares(1)),
				"for another count":                p.sealed(foreign, 1),
				"opened elsewhere and sealed anew": must(sealing.SealTo(key, infoOf(id), replayed)),
				"for another box":                  seal(1, p.secrets[0], ballotbox.Checkpoint{Size: 4}, p.shares(1)),
				"for another election":             must(SealShares(key, idOf("f"), p.cast, 1, p.secrets[0], p.shares(1))),
				"of fewer ballots":                 seal(1, p.secrets[0], p.cast, p.shares(1)[32:]),
				"changed on the way":               changed,
				"cut":                              changed[:len(changed)-1],
				"nothing":                          nil,
				"zeros":                            make([]byte, len(changed)),
				"the secret of a holder":           must(c.SealSheet(p.secrets[0].Bytes())),
			}
			try := func() {
				t.Helper()
				for name, sealed := range wrong {
					if _, err := c.Give(t.Context(), sealed); !errors.Is(err, ErrWrong) {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
			try()
			p.give(t, c, 3, 3, 3) // one holder, however often
			try()
			if given, _ := c.Progress(); !slices.Equal(given, []int{3}) {
				t.Errorf("shares of %v", given)
			}
			p.give(t, c, 1)
			if count, err := c.Wait(t.Context()); err != nil || len(count.Codes) != 3 {
				t.Errorf("%v, %v", count, err)
			}
			if _, err := c.Give(t.Context(), p.sealed(key, 2)); !errors.Is(err, ErrEnough) {
				t.Errorf("shares after the count: %v", err)
			}
		})
	}
}

// The ballots are read when the shares are there, and shares that come then are not needed.
func TestBallotsComeAfterTheShares(t *testing.T) {
	p := newPoll(t, 9)
	reached, goOn := p.halt(5)
	c := p.start(t, command(""))
	p.give(t, c, 1)
	select {
	case <-reached:
		t.Error("ballots were read with the shares of one holder")
	default:
	}
	p.give(t, c, 2)
	<-reached
	if _, err := c.Give(t.Context(), p.sealed(c.Key(), 3)); !errors.Is(err, ErrEnough) {
		t.Errorf("shares of a third holder: %v", err)
	}
	goOn()
	if _, err := c.Wait(t.Context()); err != nil {
		t.Error(err)
	}
}

// phase is a moment in the life of a child, and how a count gets there.
type phase struct {
	name, kind string
	reach      func(t *testing.T, p *poll) (c *Counting, release func())
}

func phases() []phase {
	nothing := func() {}
	return []phase{
		{"nothing is given", "", func(t *testing.T, p *poll) (*Counting, func()) {
			return p.start(t, command("")), nothing
		}},
		{"one holder has given theirs", "", func(t *testing.T, p *poll) (*Counting, func()) {
			c := p.start(t, command(""))
			p.give(t, c, 2)
			return c, nothing
		}},
		{"ballots come", "", func(t *testing.T, p *poll) (*Counting, func()) {
			reached, goOn := p.halt(len(p.ballots) / 2)
			c := p.start(t, command(""))
			p.give(t, c, 2, 1)
			<-reached
			return c, goOn
		}},
		{"all ballots are opened", "", func(t *testing.T, p *poll) (*Counting, func()) {
			c := p.start(t, command("slow"))
			p.give(t, c, 2, 1)
			for opened := 0; opened < len(p.ballots); _, opened = c.Progress() {
				runtime.Gosched()
			}
			return c, nothing
		}},
	}
}

// Whenever the child is killed, the count fails and the shares are needed again, for another child.
func TestKilledInEveryPhase(t *testing.T) {
	for _, phase := range phases() {
		t.Run(phase.name, func(t *testing.T) {
			p := newPoll(t, 12)
			ballots := p.box.Ballots
			c, release := phase.reach(t, p)
			if err := processOf(t, c).Kill(); err != nil {
				t.Fatal(err)
			}
			release()
			if count, err := c.Wait(t.Context()); !errors.Is(err, ErrDied) || count != nil {
				t.Errorf("%v, %v", count, err)
			}
			if _, err := c.Give(t.Context(), p.sealed(c.Key(), 3)); !errors.Is(err, ErrDied) {
				t.Errorf("shares for a child that is dead: %v", err)
			}
			gone(t, c)
			p.box.Ballots = ballots
			again := p.start(t, command(""))
			p.give(t, again, 1, 3)
			if _, err := again.Wait(t.Context()); err != nil {
				t.Errorf("again: %v", err)
			}
		})
	}
}

// Kill and the end of the context end the child in every phase.
func TestEndedInEveryPhase(t *testing.T) {
	for _, phase := range phases() {
		t.Run(phase.name, func(t *testing.T) {
			p := newPoll(t, 12)
			c, release := phase.reach(t, p)
			go release()
			c.Kill()
			if count, err := c.Wait(t.Context()); !errors.Is(err, context.Canceled) || count != nil {
				t.Errorf("%v, %v", count, err)
			}
			gone(t, c)
		})
	}
	t.Run("by the context", func(t *testing.T) {
		p := newPoll(t, 3)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		c := must(Start(ctx, command(""), p.box, countedAt))
		p.give(t, c, 1)
		cancel()
		if _, err := c.Wait(t.Context()); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		gone(t, c)
	})
	t.Run("not by whoever waits for it", func(t *testing.T) {
		p := newPoll(t, 3)
		c := p.start(t, command(""))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		p.give(t, c, 1, 2)
		if _, err := c.Wait(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestChildrenThatDoWrong(t *testing.T) {
	p := newPoll(t, 3)
	for _, kind := range []string{"dead", "rude", "boastful"} {
		if _, err := Start(t.Context(), command(kind), p.box, countedAt); !errors.Is(err, ErrDied) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := Start(t.Context(), Command(t.TempDir()+"/none"), p.box, countedAt); err == nil {
		t.Error("there is no such program")
	}
	ctx, cancel := context.WithCancel(t.Context())
	start := func(ctx context.Context) (io.ReadWriteCloser, error) {
		defer cancel()
		return command("mute")(ctx)
	}
	if _, err := Start(ctx, start, p.box, countedAt); !errors.Is(err, context.Canceled) {
		t.Errorf("mute: %v", err)
	}
	if _, err := p.start(t, command("talks")).Wait(t.Context()); !errors.Is(err, ErrDied) {
		t.Errorf("one that answers before it is asked: %v", err)
	}
	c := p.start(t, command("lies"))
	p.give(t, c, 1, 2)
	if _, err := c.Wait(t.Context()); !errors.Is(err, ErrDied) {
		t.Errorf("one that tells no count: %v", err)
	}
}

// What is wrong with the box is said, whether the parent or the child finds it.
func TestBoxesThatCannotBeCounted(t *testing.T) {
	lost := errors.New("the disk is gone")
	for name, c := range map[string]struct {
		spoil func(*poll)
		want  error
	}{
		"a ballot is missing": {func(p *poll) { p.ballots = p.ballots[1:] }, ErrBox},
		"another order":       {func(p *poll) { slices.Reverse(p.ballots) }, ErrBox},
		"one twice":           {func(p *poll) { p.ballots = append(p.ballots, p.ballots[2]) }, ErrBox},
		"a ballot is longer":  {func(p *poll) { p.ballots[1].Sealed = append(p.ballots[1].Sealed, 0) }, ErrBox},
		"a ballot is empty":   {func(p *poll) { p.ballots[1].Sealed = nil }, ErrBox},
		"it cannot be read": {func(p *poll) {
			p.box.Ballots = func(yield func(ballotbox.Ballot, error) bool) { yield(ballotbox.Ballot{}, lost) }
		}, lost},
	} {
		t.Run(name, func(t *testing.T) {
			for start, how := range starts() {
				p := newPoll(t, 3)
				counting := p.start(t, how)
				p.give(t, counting, 1)
				last := p.sealed(counting.Key(), 2)
				c.spoil(p)
				if _, err := counting.Give(t.Context(), last); err != nil {
					t.Error(err)
				}
				if _, err := counting.Wait(t.Context()); !errors.Is(err, c.want) {
					t.Errorf("in %s: %v", start, err)
				}
			}
		})
	}
	for name, spoil := range map[string]func(*ballotbox.Box){
		"no manifest":   func(b *ballotbox.Box) { b.Manifest = b.Manifest[1:] },
		"no checkpoint": func(b *ballotbox.Box) { b.Checkpoint = nil },
	} {
		p := newPoll(t, 3)
		spoil(p.box)
		if _, err := Start(t.Context(), InProcess, p.box, countedAt); !errors.Is(err, ErrBox) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
