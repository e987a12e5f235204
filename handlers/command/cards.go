package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"ostrakon/handlers/worker"
	"ostrakon/ocr"
	"ostrakon/ocr/raster"
)

// kinds are the kinds of number that voters register with.
type kinds struct {
	nationalID, voterID string
}

// flags adds the flags; the kinds are those of the settings where there is no other default.
func (k *kinds) flags(f *flagSet, otherwise string) {
	unset := ""
	if otherwise == "" {
		unset = "; if empty: that of the settings"
	}
	f.StringVar(&k.nationalID, "national-id", otherwise, "`KIND` of national ID number that voters register with"+unset)
	f.StringVar(&k.voterID, "voter-id", otherwise, "`KIND` of voter ID number that voters register with"+unset)
}

// schemes looks up the kinds of number that are named. One that is not is the zero value.
func (k *kinds) schemes() (national, voter ocr.Scheme, err error) {
	if k.nationalID != "" {
		if national, err = ocr.SchemeNamed(k.nationalID); err != nil {
			return national, voter, fmt.Errorf("-national-id: %w", err)
		}
		if national.Name == ocr.None {
			return national, voter, errors.New("-national-id: none is a kind of voter ID number alone")
		}
	}
	if k.voterID != "" {
		if voter, err = ocr.SchemeNamed(k.voterID); err != nil {
			return national, voter, fmt.Errorf("-voter-id: %w", err)
		}
	}
	return national, voter, nil
}

// cards holds the flags about reading cards.
type cards struct {
	reading string // on or off
	time    time.Duration
	details bool // of readings are given too
	kinds
}

func (c *cards) flags(f *flagSet, kind string) {
	f.StringVar(&c.reading, "ocr", "on", "whether photos of cards are read: `on or off`")
	f.DurationVar(&c.time, "ocr-time", worker.Budget,
		"`DURATION` of CPU time that reading one photo may take; a slow computer needs more, and on Linux a busy one "+
			"does not")
	c.kinds.flags(f, kind)
}

// check finds what is wrong with the flags.
func (c *cards) check() error {
	if c.reading != "on" && !c.off() {
		return fmt.Errorf("-ocr: must be on or off, not %q", c.reading)
	}
	if !c.off() && c.time <= 0 {
		return errors.New("-ocr-time: must be more than 0")
	}
	return nil
}

// off reports whether no card is read.
func (c *cards) off() bool { return c.reading == "off" }

// pool makes the reader of cards; it is nil if none is read. One child process for two cores leaves room for votes.
// kinds are the kinds of number on the cards, which the settings can change. yield and turns
// are those of worker.Options.
func (c *cards) pool(kinds func() (national, voter string, err error), yield func() bool,
	turns *worker.Turns) (*worker.Pool, error) {
	if c.off() {
		return nil, nil
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return worker.New(worker.Options{
		Command: []string{program, "ocr-worker", "-budget", c.time.String(), fmt.Sprintf("-v=%t", c.details)},
		More: func() ([]string, error) {
			national, voter, err := kinds()
			return []string{"-national-id", national, "-voter-id", voter}, err
		},
		Workers: max(1, runtime.GOMAXPROCS(0)/2),
		Budget:  c.time,
		Yield:   yield,
		Turns:   turns,
	}), nil
}

// ReadCard prints what photos of cards say, one JSON object for each photo. It is for tuning and support.
func ReadCard(ctx context.Context, a *App, args []string) error {
	f, c := a.flags("read-card", "IMAGE..."), new(cards)
	c.flags(f, "any")
	f.BoolVar(&c.details, "v", false,
		"also print the lines that were read, of the zone and of the print, and how long each step took")
	images, err := a.parse(f, args, 1, 1000)
	if err != nil {
		return err
	}
	if _, _, err := c.schemes(); err != nil {
		return UsageError{err}
	}
	if err := c.check(); err != nil {
		return UsageError{err}
	}
	pool, err := c.pool(func() (national, voter string, err error) { return c.nationalID, c.voterID, nil }, nil, nil)
	if err != nil {
		return err
	}
	if pool == nil {
		return Usagef("-ocr: off reads no card")
	}
	defer pool.Close()
	out := json.NewEncoder(a.Stdout)
	out.SetIndent("", "  ")
	failed := 0
	for _, name := range images {
		reading, err := readCard(ctx, pool, name)
		if err != nil {
			failed++
			if refused, ok := errors.AsType[*raster.Error](err); ok {
				err = errors.New(refused.Message())
			}
			fmt.Fprintf(a.Stderr, "%s: %v\n", name, err)
			continue
		}
		if err := out.Encode(map[string]any{"image": name, "reading": reading}); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d photos could not be read", failed, len(images))
	}
	return nil
}

func readCard(ctx context.Context, pool *worker.Pool, name string) (json.RawMessage, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	photograph, err := io.ReadAll(io.LimitReader(f, raster.MaxBytes+1)) // one byte more is enough to be refused
	if err != nil {
		return nil, err
	}
	return pool.Read(ctx, photograph)
}
