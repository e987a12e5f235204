package tess

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Bounds of an answer. A card has some forty words.
const (
	maxHOCR  = 2 << 20 // bytes
	maxWords = 4000
)

// parseHOCR returns the words of an hOCR document (hOCR 1.2): spans of class
// ocrx_word, within lines, which are other spans of a class that begins with
// ocr_. Boxes are held within bounds; words of no text or no box are left out.
func parseHOCR(document []byte, bounds image.Rectangle) ([]Word, error) {
	if len(document) > maxHOCR {
		return nil, fmt.Errorf("%w: an answer of more than %d bytes", ErrFailed, maxHOCR)
	}
	d := xml.NewDecoder(bytes.NewReader(printable(document)))
	d.Strict, d.Entity = false, xml.HTMLEntity
	var words []Word
	line := -1
	for len(words) < maxWords {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return words, nil
		case err != nil:
			return nil, fmt.Errorf("%w: its answer is no hOCR", ErrFailed) // the parser's words quote the text
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "span" {
			continue
		}
		switch class := attribute(start, "class"); {
		case class == "ocrx_word":
			word := Word{Line: max(line, 0), Text: strings.TrimSpace(elementText(d))}
			word.describe(attribute(start, "title"), bounds)
			if word.Text != "" && !word.Box.Empty() {
				words = append(words, word)
			}
		case strings.HasPrefix(class, "ocr_"):
			line++
		}
	}
	return words, nil
}

// describe takes box and confidence from the properties of a word, which look
// like "bbox 84 1 128 18; x_wconf 95".
func (w *Word) describe(title string, bounds image.Rectangle) {
	for property := range strings.SplitSeq(title, ";") {
		fields := strings.Fields(property)
		switch {
		case len(fields) == 5 && fields[0] == "bbox":
			var n [4]int
			for i := range n {
				n[i], _ = strconv.Atoi(fields[i+1]) // what is not a number makes an empty box
			}
			w.Box = image.Rectangle{image.Pt(n[0], n[1]), image.Pt(n[2], n[3])}.Intersect(bounds)
		case len(fields) == 2 && fields[0] == "x_wconf":
			percent, _ := strconv.Atoi(fields[1])
			w.Confidence = min(max(float64(percent)/100, 0), 1)
		}
	}
}

// elementText reads to the end of the element that d is in and returns the
// text on the way, that of elements within (strong, em) too.
func elementText(d *xml.Decoder) string {
	var text strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			text.Write(token)
		}
	}
	return text.String()
}

func attribute(element xml.StartElement, name string) string {
	if i := slices.IndexFunc(element.Attr, func(a xml.Attr) bool { return a.Name.Local == name }); i >= 0 {
		return element.Attr[i].Value
	}
	return ""
}

// printable replaces what XML forbids and Tesseract may write all the same.
func printable(document []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == '\ufffe' || r == '\uffff' {
			return ' '
		}
		return r // invalid UTF-8 arrives, and leaves, as U+FFFD
	}, document)
}
