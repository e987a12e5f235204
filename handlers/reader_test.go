package handlers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/registrar"
	"ostrakon/handlers/worker"
	"ostrakon/ocr/raster"
)

// asReader is the argument that makes the test program a child that reads cards.
const asReader = "read-cards-for-a-test"

// asConverter is the argument that makes the test program a child that converts.
const asConverter = "convert-for-a-test"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asConverter {
		// The race detector takes more memory than a child may.
		if err := jobs.Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		syscall.Exit(0) // with the race detector os.Exit takes a second
	}
	if len(os.Args) == 2 && os.Args[1] == asReader {
		if err := worker.Serve(context.Background(), os.Stdin, os.Stdout, readAsTold); err != nil {
			os.Exit(1)
		}
		syscall.Exit(0)
	}
	os.Exit(m.Run())
}

// told is what a photograph of these tests tells its reader: what stands behind its header.
type told struct {
	Reading json.RawMessage // to answer
	Order   string          // or to obey
	File    string          // to wait for, before either
}

func readAsTold(_ context.Context, photograph []byte) (any, error) {
	var t told
	if err := json.Unmarshal(photograph[bytes.IndexByte(photograph, '{'):], &t); err != nil {
		return nil, err
	}
	for t.File != "" {
		if _, err := os.Stat(t.File); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	switch t.Order {
	case "hang":
		select {}
	case "crash":
		panic("the card of " + nameMark)
	case "fail":
		return nil, errors.New("the card of " + nameMark)
	case "starve":
		return nil, worker.ErrStarved
	case "damaged":
		return nil, raster.ErrDamaged
	}
	return t.Reading, nil
}

// photograph is a form with an image that tells its reader something.
func photograph(tb testing.TB, t told) form {
	tb.Helper()
	if t.Reading == nil {
		t.Reading = json.RawMessage("null")
	}
	raw := must(json.Marshal(t))(tb)
	return form{{"card", append(pngHeader(1200, 800), raw...)}}
}

// readsCards gives a server a reader of cards, which is the test program itself, and a policy.
func readsCards(tb testing.TB, policy registrar.Policy) func(*handlers.Options) {
	tb.Helper()
	pool := poolOf(tb, os.Args[0], asReader)
	return func(o *handlers.Options) { o.Cards, o.Policy = pool, policy }
}

// poolOf is a reader of cards that runs a command, and takes its time on a busy machine.
func poolOf(tb testing.TB, command ...string) *worker.Pool {
	tb.Helper()
	pool := worker.New(worker.Options{Command: command, Workers: 1, Budget: time.Hour})
	tb.Cleanup(func() { pool.Close() })
	return pool
}

// datum is a field of a reading.
func datum(value, source, check string) obj {
	if value == "" {
		return obj{"value": "", "check": "none", "confidence": 0}
	}
	return obj{"value": value, "source": source, "check": check, "confidence": 0.9}
}

// cardOf is the reading of a card of the kind "any".
func cardOf(number, name, birth string) obj {
	return obj{
		"documentType": datum("identity_card", "visual", "none"), "number": datum(number, "mrz", "passed"), "scheme": "any",
		"names": obj{"fullName": datum(name, "mrz", "none"), "surname": datum("", "", ""),
			"givenNames": datum("", "", "")},
		"dateOfBirth": datum(birth, "mrz", "passed"), "expiry": datum("2034-01-31", "visual", "none"),
		"verdict": "readable", "hints": []any{},
	}
}

// The card of the person who registers in these tests.
const (
	cardNumber = numberMark + "4711"
	cardName   = "YILMAZ DAN " + nameMark
	cardBirth  = "1984-03-17"
)

// show has a photograph of a card read that says what reading is.
func (o *office) show(tb testing.TB, reading obj) call {
	tb.Helper()
	raw := must(json.Marshal(reading))(tb)
	return call{method: "POST", path: "/api/auth/verify-id", body: photograph(tb, told{Reading: raw}), from: o.elsewhere()}
}

// order has a photograph taken by a reader that obeys it.
func (o *office) order(tb testing.TB, what string) call {
	tb.Helper()
	return call{method: "POST", path: "/api/auth/verify-id", body: photograph(tb, told{Order: what}), from: o.elsewhere()}
}

// read is the verification token of a card.
func (o *office) read(tb testing.TB, reading obj) string {
	tb.Helper()
	return o.must(tb, o.show(tb, reading)).text(tb, "verificationToken")
}
