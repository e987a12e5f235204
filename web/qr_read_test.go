package web

import (
	"bufio"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rsc.io/qr/coding"
	"rsc.io/qr/gf256"
)

// qrReader reads codes with the pages' modules, in one process of node for a whole test.
type qrReader struct {
	requests io.Writer
	answers  *bufio.Reader
}

// qrRequest is what testdata/qr_read.js does.
type qrRequest struct {
	Kind       string   `json:"kind"`
	Rows       [][]bool `json:"rows,omitempty"`
	Seed       int      `json:"seed,omitempty"`
	Hard       float64  `json:"hard"`
	Mirrored   bool     `json:"mirrored,omitempty"`
	Inverted   bool     `json:"inverted,omitempty"`
	Words      []int    `json:"words,omitempty"`
	Correction int      `json:"correction,omitempty"`
	Unused     int      `json:"unused,omitempty"`
	Width      int      `json:"width,omitempty"`
	Grey       []byte   `json:"grey,omitempty"`
}

func newQRReader(t testing.TB) *qrReader {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("left out: QR codes are not read, since node is not on PATH")
	}
	command := exec.Command(node, "testdata/qr_read.js")
	requests, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = requests.Close()
		if err := command.Wait(); err != nil {
			t.Errorf("node: %v", err)
		}
	})
	return &qrReader{requests: requests, answers: bufio.NewReader(answers)}
}

// ask puts the answer to a request into out.
func (r *qrReader) ask(t testing.TB, request qrRequest, out any) {
	t.Helper()
	raw, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.requests.Write(append(raw, '\n')); err != nil {
		t.Fatal(err)
	}
	line, err := r.answers.ReadBytes('\n')
	if err != nil {
		t.Fatalf("node is gone: %v", err)
	}
	if err := json.Unmarshal(line, out); err != nil {
		t.Fatal(err)
	}
}

// text is what a code says, or nil.
func (r *qrReader) text(t testing.TB, request qrRequest) *string {
	t.Helper()
	var text *string
	r.ask(t, request, &text)
	return text
}

// wants reports a code that does not say the text.
func (r *qrReader) wants(t testing.TB, request qrRequest, want string) {
	t.Helper()
	if got := r.text(t, request); got == nil || *got != want {
		t.Errorf("seed %d: the code of %.40q is read as %v", request.Seed, want, deref(got))
	}
}

func deref(text *string) string {
	if text == nil {
		return "nothing"
	}
	return *text
}

// encodedElsewhere draws a code with the encoder of another project, in the version or the smallest above it that
// holds all.
func encodedElsewhere(t testing.TB, version coding.Version, level coding.Level, mask int,
	parts ...coding.Encoding) [][]bool {
	t.Helper()
	need := func() (bits int) {
		for _, part := range parts {
			bits += part.Bits(version)
		}
		return bits
	}
	for need() > version.DataBytes(level)*8 {
		version++
	}
	plan, err := coding.NewPlan(version, level, coding.Mask(mask))
	if err != nil {
		t.Fatal(err)
	}
	code, err := plan.Encode(parts...)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([][]bool, code.Size)
	for y := range rows {
		for x := range code.Size {
			rows[y] = append(rows[y], code.Black(x, y))
		}
	}
	return rows
}

// correctedAtLeast is how many wrong words a block of each level has at least repaired, in all versions.
var correctedAtLeast = map[coding.Level]int{coding.L: 2, coding.M: 4, coding.Q: 6, coding.H: 8}

// spoil makes modules of the data wrong: each spoils a word at most.
func spoil(rows [][]bool, wrong int, random *rand.Rand) {
	for range wrong {
		r, c := 9+random.IntN(len(rows)-9), 9+random.IntN(len(rows)-9)
		rows[r][c] = !rows[r][c]
	}
}

func TestCodesOfAnotherEncoderAreRead(t *testing.T) {
	reader := newQRReader(t)
	random := rand.New(rand.NewPCG(1, 2))
	long := strings.Repeat("Größe 37,5 €/m² ", 100)
	for version := coding.Version(coding.MinVersion); version <= coding.MaxVersion; version++ {
		for level := coding.L; level <= coding.H; level++ {
			room := max(0, version.DataBytes(level)-12)
			bytes := strings.ToValidUTF8(long[:min(room, len(long))], "")
			rows := encodedElsewhere(t, version, level, (int(version)+int(level))%8, coding.Num("0123456"),
				coding.Alpha("A/1"), coding.String(bytes))
			reader.wants(t, qrRequest{Kind: "matrix", Rows: rows}, "0123456A/1"+bytes)
			spoil(rows, correctedAtLeast[level], random)
			reader.wants(t, qrRequest{Kind: "matrix", Rows: rows, Seed: int(version)}, "0123456A/1"+bytes)
		}
	}
	for mask := range 8 {
		reader.wants(t, qrRequest{Kind: "matrix",
			Rows: encodedElsewhere(t, 1, coding.M, mask, coding.String("ostrakon"))}, "ostrakon")
	}
}

// A block is right again with as many wrong words as its error correction allows; with one more it is given up or, very
// rarely, taken for another.
func TestBlocksAreRepairedUpToTheLimit(t *testing.T) {
	reader := newQRReader(t)
	field := gf256.NewField(0x11d, 2)
	random := rand.New(rand.NewPCG(3, 4))
	for correction := 7; correction <= 30; correction++ {
		encoder := gf256.NewRSEncoder(field, correction)
		for _, length := range []int{1, 9, 60, 123} {
			data, checks := make([]byte, length), make([]byte, correction)
			for i := range data {
				data[i] = byte(random.Uint32())
			}
			encoder.ECC(data, checks)
			var right []int
			for _, word := range slices.Concat(data, checks) {
				right = append(right, int(word))
			}
			for _, wrong := range []int{0, 1, correction / 2, correction/2 + 1} {
				words := slices.Clone(right)
				for _, at := range random.Perm(len(words))[:min(wrong, len(words))] {
					words[at] ^= 1 + random.IntN(255)
				}
				var repaired []int
				reader.ask(t, qrRequest{Kind: "block", Words: words, Correction: correction}, &repaired)
				if isRight := slices.Equal(repaired, right); isRight != (wrong <= correction/2) {
					t.Errorf("%d of %d words wrong, %d of correction: right again: %v", wrong, len(words), correction, isRight)
				}
			}
		}
	}
}

// The photos are of slips' codes: askew, blurred, with noise and a shadow, from a bit to as much as a reader may just
// manage. None is misread.
func TestCodesInPhotosAreRead(t *testing.T) {
	reader := newQRReader(t)
	rounds := 24
	if testing.Short() {
		rounds = 8
	}
	var read, hard int
	for seed := 1; seed <= rounds; seed++ {
		text := strings.Repeat("https://vote.example.org/#key=ABCD-EFGH-JKLM-NPQR;", 2)[:10+seed*37%80]
		rows := encodedElsewhere(t, 1, coding.Level(seed%4), seed%8, coding.String(text))
		reader.wants(t, qrRequest{Kind: "scene", Rows: rows, Seed: seed, Hard: 0.4, Mirrored: seed%5 == 0,
			Inverted: seed%7 == 0}, text)
		hard++
		if got := reader.text(t, qrRequest{Kind: "scene", Rows: rows, Seed: seed, Hard: 1}); got != nil {
			read++
			if *got != text {
				t.Errorf("seed %d: %q is read as %q", seed, text, *got)
			}
		}
	}
	t.Logf("%d of %d hard photos are read", read, hard)
	if read < hard/3 {
		t.Errorf("%d of %d hard photos are read", read, hard)
	}
}

// A matrix without order has finders here and there, and no code.
func TestPhotosWithoutACodeSayNothing(t *testing.T) {
	reader := newQRReader(t)
	random := rand.New(rand.NewPCG(5, 6))
	for seed := 1; seed <= 6; seed++ {
		rows := encodedElsewhere(t, coding.Version(seed), coding.M, 0, coding.String("x"))
		for r := range rows {
			for c := range rows[r] {
				inFinder := (r < 8 && (c < 8 || c >= len(rows)-8)) || (r >= len(rows)-8 && c < 8)
				if seed%2 == 0 || !inFinder {
					rows[r][c] = random.IntN(2) == 0
				}
			}
		}
		if got := reader.text(t, qrRequest{Kind: "scene", Rows: rows, Seed: seed, Hard: 0.3}); got != nil {
			t.Errorf("seed %d: no code is read as %q", seed, *got)
		}
	}
}

// FuzzReadMatrix: a code says its text with as many wrong modules as its level allows. With more it says something or
// nothing, and so does one that holds no text.
func FuzzReadMatrix(f *testing.F) {
	reader := newQRReader(f)
	f.Add("https://vote.example.org/#key=ABCD-EFGH-JKLM-NPQR", byte(0), []byte{1, 2, 3, 4})
	f.Add("", byte(9), []byte{})
	f.Add("\xff\xfe", byte(30), []byte("0123456789012345678901234567890123456789"))
	f.Fuzz(func(t *testing.T, text string, kind byte, wrong []byte) {
		if len(text) > 1000 {
			return
		}
		level := coding.Level(kind / 8 % 4)
		rows := encodedElsewhere(t, 1, level, int(kind%8), coding.String(text))
		// two bytes are a module of the data
		for pair := range slices.Chunk(wrong, 2) {
			at := int(pair[0])*256 + int(pair[len(pair)-1])
			r, c := 9+at/len(rows)%(len(rows)-9), 9+at%(len(rows)-9)
			rows[r][c] = !rows[r][c]
		}
		request := qrRequest{Kind: "matrix", Rows: rows}
		if (len(wrong)+1)/2 <= correctedAtLeast[level] && utf8.ValidString(text) {
			reader.wants(t, request, text)
			return
		}
		reader.text(t, request)
	})
}

// FuzzReadPhoto: any pixels say something or nothing.
func FuzzReadPhoto(f *testing.F) {
	reader := newQRReader(f)
	rows := encodedElsewhere(f, 1, coding.L, 3, coding.String("ostrakon"))
	const module, margin = 3, 4
	side := (len(rows) + 2*margin) * module
	grey := make([]byte, side*side)
	for i := range grey {
		r, c := i/side/module-margin, i%side/module-margin
		if r < 0 || c < 0 || r >= len(rows) || c >= len(rows) || !rows[r][c] {
			grey[i] = 255
		}
	}
	if got := reader.text(f, qrRequest{Kind: "photo", Width: side, Grey: grey}); got == nil || *got != "ostrakon" {
		f.Errorf("the code is read as %v", deref(got))
	}
	f.Add(grey, uint8(side))
	f.Add([]byte{}, uint8(0))
	f.Add(make([]byte, 5000), uint8(50))
	f.Fuzz(func(t *testing.T, grey []byte, width uint8) {
		reader.text(t, qrRequest{Kind: "photo", Width: max(1, int(width)), Grey: grey[:min(len(grey), 60_000)]})
	})
}
