package registrar

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"

	"ostrakon/store"
	"ostrakon/store/refusal"
)

// Caps of an XLSX file, which are checked before anything of it is decoded.
const (
	maxSheetParts = 200
	maxSheetBytes = 32 << 20 // of all parts, unpacked
)

// Caps of a table. A row or a cell of a spreadsheet claims a position, and the library allocates every
// row and cell before that position.
const (
	maxSheetRows    = 1 << 20 // as many as a spreadsheet can have
	maxSheetColumns = 500     // some of them may be empty, but formatted
	maxColumns      = 100
)

// table is what a file holds, row by row. Rows of empty cells are left out.
type table struct {
	rows []tableRow
	days time.Time // the day 0 of days that are numbers; zero in a table of text
}

// tableRow is a row of a table, and the number of its line in the file.
type tableRow struct {
	line  int
	cells []string
}

// readTable reads CSV or, by its first bytes, XLSX. Errors: refusal.ValidationFailed for the field "roll".
func readTable(raw []byte) (table, error) {
	switch {
	case bytes.HasPrefix(raw, []byte("PK\x03\x04")):
		return readSheet(raw)
	case bytes.HasPrefix(raw, []byte("\xd0\xcf\x11\xe0")):
		return table{}, refusal.Invalid("roll", refusal.RollOldSheet, nil)
	}
	text, ok := decodeText(raw)
	if !ok {
		return table{}, refusal.Invalid("roll", refusal.RollNotTable, nil)
	}
	return readCSV(text)
}

// add adds a row, unless it is empty: spreadsheets leave such rows at the end.
func (t *table) add(line int, cells []string) error {
	if strings.TrimSpace(strings.Join(cells, "")) == "" {
		return nil
	}
	if len(t.rows) > store.MaxRollLines+maxHeadRow { // the heads, and what stands above them
		return refusal.Invalid("roll", refusal.RollTooMany, refusal.Facts{"max": store.MaxRollLines})
	}
	if len(cells) > maxColumns {
		return refusal.Invalid("roll", refusal.RollTooWide, refusal.Facts{"max": maxColumns})
	}
	t.rows = append(t.rows, tableRow{line, cells})
	return nil
}

// repair undoes what a spreadsheet does to a table that it takes for Windows-1252: “ü” becomes “Ã¼”. It returns how
// many cells were so. It repairs all or none, since a table of such letters alone is certainly damaged.
func (t *table) repair() (repaired int) {
	var fixed []*string
	var texts []string
	for _, row := range t.rows {
		for i, cell := range row.cells {
			if strings.IndexFunc(cell, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
				continue
			}
			text, ok := doublyEncoded(cell)
			if !ok {
				return 0
			}
			fixed, texts = append(fixed, &row.cells[i]), append(texts, text)
		}
	}
	for i, cell := range fixed {
		*cell = texts[i]
	}
	return len(fixed)
}

// doublyEncoded returns the text whose UTF-8 was read as Windows-1252 and written again.
func doublyEncoded(cell string) (string, bool) {
	raw := make([]byte, 0, len(cell))
	for _, r := range cell {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok && r < 0xa0 {
			b, ok = byte(r), true // the five bytes that Windows-1252 leaves out
		}
		if !ok {
			return "", false
		}
		raw = append(raw, b)
	}
	return string(raw), utf8.Valid(raw)
}

// decodeText turns the bytes of a table into text: UTF-8, UTF-16 with or without a byte order mark,
// or else Windows-1252. ok is false if it is none of them.
func decodeText(raw []byte) (text string, ok bool) {
	var from encoding.Encoding
	switch order := utf16Order(raw); {
	case order != nil:
		from = order
	case utf8.Valid(raw):
		return strings.TrimPrefix(string(raw), "\ufeff"), !bytes.ContainsRune(raw, 0)
	default:
		from = charmap.Windows1252
	}
	decoded, err := from.NewDecoder().Bytes(raw)
	return string(decoded), err == nil && !bytes.ContainsAny(decoded, "\x00\ufffd")
}

// utf16Order is the encoding of text in UTF-16, or nil. Without a mark, the zeros of its Latin
// letters, commas and line ends tell.
func utf16Order(raw []byte) encoding.Encoding {
	start := raw[:min(len(raw), 1000)]
	var zeros [2]int
	for i, b := range start {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), zeros[1] > len(start)/4 && zeros[0] == 0:
		return utf.UTF16(utf.LittleEndian, utf.UseBOM)
	case bytes.HasPrefix(raw, []byte("\xfe\xff")), zeros[0] > len(start)/4 && zeros[1] == 0:
		return utf.UTF16(utf.BigEndian, utf.UseBOM)
	}
	return nil
}

// readCSV reads CSV (RFC 4180; commas, semicolons or tabs divide the cells). Spreadsheets may name
// the divider in a first line sep=; and write a number that is to stay text as ="0123".
func readCSV(text string) (table, error) {
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	first, rest, _ := strings.Cut(text, "\n")
	skipped, comma := 0, divider(text)
	if named, ok := strings.CutPrefix(strings.Trim(first, "\"\r "), "sep="); ok && len(named) == 1 &&
		strings.Contains(",;\t|", named) {
		text, comma, skipped = rest, rune(named[0]), 1
	}
	if strings.Contains(text, `="`) {
		text = regexp.MustCompile(`(?m)(^|`+regexp.QuoteMeta(string(comma))+`)="([^"\n]*)"`).ReplaceAllString(text, `$1"$2"`)
	}
	in := csv.NewReader(strings.NewReader(text))
	in.Comma, in.FieldsPerRecord = comma, -1
	// A quotation mark may follow a space. Between tabs this would swallow empty cells: a tab is a space too.
	in.TrimLeadingSpace = comma != '\t'
	var t table
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return t, syntaxError(err, skipped)
		}
		for i, cell := range cells {
			if inner, ok := strings.CutPrefix(cell, `="`); ok && strings.HasSuffix(inner, `"`) {
				cells[i] = strings.TrimSuffix(inner, `"`)
			}
		}
		at, _ := in.FieldPos(0)
		if err := t.add(at+skipped, cells); err != nil {
			return t, err
		}
	}
}

// divider returns what divides the cells: comma, semicolon or tab, whichever most of the first lines have; of two, the
// more frequent in the first line that has one.
func divider(text string) rune {
	lines := make(map[rune]int)
	counts := make(map[rune]int)
	seen := 0
	for line := range strings.Lines(text) {
		if seen++; seen > maxHeadRow {
			break
		}
		first := len(counts) == 0
		for _, r := range ",;\t" {
			n := strings.Count(line, string(r))
			if n > 0 {
				lines[r]++
			}
			if n > 0 && first {
				counts[r] = n
			}
		}
	}
	best := ','
	for _, r := range ";\t" {
		if cmp.Or(cmp.Compare(lines[r], lines[best]), cmp.Compare(counts[r], counts[best])) > 0 {
			best = r
		}
	}
	return best
}

// syntaxError names the line at which a table is not CSV.
func syntaxError(err error, skipped int) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return refusal.Invalid("roll", refusal.RollSyntax, refusal.Facts{"line": p.Line + skipped})
	}
	return err
}

// readSheet reads the first sheet of an XLSX file (ECMA-376). A file that the library panics on is refused as damaged.
func readSheet(raw []byte) (t table, err error) {
	damaged := refusal.Invalid("roll", refusal.RollDamaged, nil)
	defer func() {
		if recover() != nil {
			t, err = table{}, damaged
		}
	}()
	if !fitsCaps(raw) {
		return table{}, damaged
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxSheetBytes, UnzipXMLSizeLimit: maxSheetBytes, // no part goes to a file
	})
	if err != nil {
		return table{}, damaged
	}
	defer f.Close()
	t.days = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if props, err := f.GetWorkbookProps(); err == nil && props.Date1904 != nil && *props.Date1904 {
		t.days = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	sheets := f.GetSheetList()
	if len(sheets) == 0 {
		return table{}, damaged
	}
	rows, err := f.Rows(sheets[0])
	if err != nil {
		return table{}, damaged
	}
	defer rows.Close()
	for line := 1; rows.Next(); line++ {
		cells, err := rows.Columns()
		if err != nil || line > maxSheetRows || len(cells) > maxSheetColumns {
			return table{}, damaged
		}
		for i, cell := range cells {
			if cells[i] = strings.ToValidUTF8(cell, "\ufffd"); strings.ContainsAny(cell, "eE") {
				cells[i] = plainNumber(cell)
			}
		}
		if err := t.add(line, cells); err != nil {
			return table{}, err
		}
	}
	if rows.Error() != nil {
		return table{}, damaged
	}
	return t, nil
}

// fitsCaps reports whether an XLSX file is within the caps, by what its directory says; the reader
// of package zip holds it to that.
func fitsCaps(raw []byte) bool {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil || len(z.File) > maxSheetParts {
		return false
	}
	total := uint64(0)
	for _, part := range z.File {
		if part.UncompressedSize64 > maxSheetBytes {
			return false
		}
		total += part.UncompressedSize64
	}
	return total <= maxSheetBytes
}

// plainNumber is a whole number that a file writes with an exponent, digit by digit; other text is as it was.
func plainNumber(cell string) string {
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil || n != float64(int64(n)) || strings.Trim(cell, "0123456789.eE+") != "" {
		return cell
	}
	return strconv.FormatInt(int64(n), 10)
}
