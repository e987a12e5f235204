package card

// Reading is what a photograph of a card says. It is no proof: anybody can compute check digits.
type Reading struct {
	DocumentType Field   `json:"documentType"`     // of the zone: see kinds.go
	Number       Field   `json:"number"`           // compact: see ocr.Scheme.Compact
	Scheme       string  `json:"scheme,omitempty"` // name of the kind of number; empty if there is no number
	Names        Names   `json:"names"`
	DateOfBirth  Field   `json:"dateOfBirth"` // ISO 8601, at the precision it has
	Expiry       Field   `json:"expiry"`      // the same
	Verdict      Verdict `json:"verdict"`
	Hints        []Hint  `json:"hints"` // never nil
	Details      Details `json:"-"`     // quote the card, so no answer has them unless it asks for them
}

// Details show how a reading came about, to find out why it failed.
type Details struct {
	Zone  []string `json:"zone"`  // the lines of what looks most like a zone, relied on or not; null if nothing does
	Sure  float64  `json:"sure"`  // the confidence in it, 0 to 1: it is relied on from a half
	Lines []string `json:"lines"` // of the print, on the page that was read best
	Steps []Step   `json:"steps"` // what was done, in order
}

// Step is one step of a reading.
type Step struct {
	Name         string `json:"name"`
	Milliseconds int    `json:"milliseconds"` // of what counts towards the budget
}

// Names are the holder's. Whether a card parts surname and given names differs; the full name is there if any is.
type Names struct {
	FullName   Field `json:"fullName"`
	Surname    Field `json:"surname"`
	GivenNames Field `json:"givenNames"`
}

// Field is one datum. What was not read with confidence is empty, never a guess.
type Field struct {
	Value      string  `json:"value"`
	Source     Source  `json:"source,omitempty"` // empty if the value is
	Check      Check   `json:"check"`
	Confidence float64 `json:"confidence"` // 0 to 1; comparable within a field, no probability
}

// Source is where on the card a value was read.
type Source string

// The sources.
const (
	MRZ    Source = "mrz"    // the machine-readable zone
	Visual Source = "visual" // the printed text
)

// Check is what arithmetic, or the other half of the card, says of a value.
type Check string

// The outcomes of checks.
const (
	Passed Check = "passed" // the check digits agree, or for a visual date of birth the number that contains it
	Failed Check = "failed" // they do not, or zone, print and number contradict each other
	None   Check = "none"   // there is nothing to check it by
)

// Verdict is the answer to whether a reading may be used.
type Verdict string

// The verdicts. Readable is about the number: it was read reliably, and nothing on the card
// contradicts anything else. A name or date of birth may be missing all the same.
const (
	Readable   Verdict = "readable"
	Unreadable Verdict = "unreadable"
)

// Hint says what would help: a code for programs, a sentence for people. Compare with ==.
type Hint struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// The hints. Make no others: pages in other languages have a sentence for each of these codes.
var (
	NothingFound  = Hint{"nothing_found", "Photograph the side with the number, on a plain surface."}
	TooSmall      = Hint{"too_small", "Hold the camera closer: the card should fill the picture."}
	Glare         = Hint{"glare", "Turn the light off or tilt the card: a reflection hides part of it."}
	Blurred       = Hint{"blurred", "Hold the camera still and let it focus."}
	Mirrored      = Hint{"mirrored", "The picture is mirrored: use the other camera, or switch mirroring off."}
	TwoCards      = Hint{"two_cards", "There are two cards in the picture. Photograph only one."}
	Contradiction = Hint{"contradiction",
		"Two things on the card contradict each other, such as its number and the date of birth."}
	OtherCountry   = Hint{"other_country", "This card is of another country than the number that we ask for."}
	NumberNotFound = Hint{"number_not_found", "We could not read the number reliably."}
	NameNotFound   = Hint{"name_not_found", "We could not read the name reliably."}
)
