package card

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"ostrakon/ocr"
	"ostrakon/ocr/lines"
	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb"
)

// patience is how many times its budget a reading may last: on a busy machine CPU time is less than time.
const patience = 4

// ErrStarved means that the machine was too busy: the time of a reading was over before it had used its budget, and it
// was not sure of the number yet. The same photograph may well be readable.
var ErrStarved = errors.New("the reading got too little of its budget in its time")

// leastSide is the shorter side, in pixels, below which no card is legible.
const leastSide = 120

// Engine reads print, as [lines.Reader] does. Its errors are those of its context.
type Engine interface {
	Page(ctx context.Context, img *image.Gray) ([]lines.Word, error)
	Line(ctx context.Context, img *image.Gray, box image.Rectangle, v lines.Variant, alphabet string) ([]lines.Word, error)
}

// Reader reads cards. It may be used by several goroutines.
type Reader struct {
	zones  *ocrb.Reader
	engine Engine
	today  time.Time
	budget time.Duration // after it no step begins
	spent  func() time.Duration
}

// New makes a Reader of an engine for printed text, or nil for the machine-readable zone alone. Years of two digits and
// whether a date, or that in a number, can be a birth are judged by today. After the budget, or when four times as long
// has passed, Read begins no further step, whatever is still unsure; a step that has begun is finished, but for lines
// of print that are not read yet. What counts towards the budget is what spent grows by, such as CPU time.
func New(engine Engine, today time.Time, budget time.Duration, spent func() time.Duration) (*Reader, error) {
	zones, err := ocrb.New()
	if err != nil {
		return nil, fmt.Errorf("card reader: %w", err)
	}
	return &Reader{zones, engine, today, budget, spent}, nil
}

// Read reads the card in a photograph. The number is one of the schemes, best one or two: with every scheme open, six
// times as many numbers are misread. Under the scheme "any" only a machine-readable zone gives a number, and only if
// all its check digits hold: the holder's where the issuer is known to put it there, else that of the document. Beside
// another scheme "any" gives none: the number of the document is not the one that is asked for. A zone of a state that
// has none of the schemes gives no number, and nor does the print beside it.
//
// An illegible photograph is not an error: the verdict says so, and the hints why. Errors are the
// engine's, ErrStarved, and ctx.Err() if ctx ends before the reading does.
func (r *Reader) Read(ctx context.Context, img *image.Gray, schemes ...ocr.Scheme) (Reading, error) {
	if err := ctx.Err(); err != nil {
		return Reading{}, err
	}
	named := slices.DeleteFunc(slices.Clone(schemes), func(s ocr.Scheme) bool { return s.Name == anyName })
	if len(named) > 0 {
		schemes = named
	}
	s := session{reader: r, photo: img, labels: labelsFor(schemes), started: r.spent()}
	for _, scheme := range schemes {
		s.schemes = append(s.schemes, scheme.On(r.today))
	}
	if min(img.Rect.Dx(), img.Rect.Dy()) < leastSide {
		return s.conclude(TooSmall), nil
	}
	bounded, cancel := context.WithTimeout(ctx, patience*r.budget)
	defer cancel()
	go func() {
		s.outlast(bounded)
		cancel()
	}()
	s.ctx = bounded
	s.findViews()
	if r.engine != nil && !s.foreign() && !s.several {
		if err := s.readViews(); err != nil && bounded.Err() == nil {
			return Reading{}, fmt.Errorf("reading the print of a card: %w", err)
		}
	}
	if err := ctx.Err(); err != nil {
		return Reading{}, err
	}
	for _, line := range s.page.segments {
		s.details.Lines = append(s.details.Lines, line.text(0, len(line.words)))
	}
	reading := s.conclude(s.hints()...)
	if reading.Verdict != Readable && errors.Is(bounded.Err(), context.DeadlineExceeded) && s.took() < r.budget {
		return Reading{}, ErrStarved
	}
	return reading, nil
}

// session is the reading of one photograph.
type session struct {
	ctx     context.Context
	reader  *Reader
	photo   *image.Gray   // as given
	views   []*image.Gray // the photograph and the cards in it, the likeliest first
	img     *image.Gray   // the one of these that is read
	schemes []ocr.Scheme
	labels  []label
	started time.Duration // as spent says
	slowest time.Duration // of the readings of a whole page so far

	zone      *mrz.Document
	zoneSure  float64
	zoneNames float64
	several   bool // there are several cards
	turn      int  // quarter turns, clockwise, that bring the card upright
	mirrored  bool
	page      page
	words     []string // of all pages, folded
	numbers   agreement
	print     printed
	details   Details
}

// outlast returns when the budget is spent or ctx ends.
func (s *session) outlast(ctx context.Context) {
	for left := s.reader.budget; left > 0; left = s.reader.budget - s.took() {
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
	}
}

// took is what of the budget is spent.
func (s *session) took() time.Duration { return s.reader.spent() - s.started }

// did notes how long the last step took.
func (s *session) did(name string) {
	ms := int(s.took().Milliseconds())
	for _, step := range s.details.Steps {
		ms -= step.Milliseconds
	}
	s.details.Steps = append(s.details.Steps, Step{name, ms})
}
