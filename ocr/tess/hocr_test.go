package tess

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestParseHOCR(t *testing.T) {
	const box = `title='bbox 1 2 30 40; x_wconf 95'`
	word := Word{Text: "A", Box: image.Rect(1, 2, 30, 40), Confidence: 0.95}
	for name, c := range map[string]struct {
		document string
		want     []Word
	}{
		"nothing":      {"", nil},
		"no words":     {"<html><body><div class='ocr_page'></div></body></html>", nil},
		"a word":       {"<span class='ocr_line'><span class='ocrx_word' " + box + ">A</span></span>", []Word{word}},
		"a caption":    {"<span class='ocr_caption'><span class='ocrx_word' " + box + ">A</span></span>", []Word{word}},
		"no line":      {"<span class='ocrx_word' " + box + ">A</span>", []Word{word}},
		"emphasis":     {"<span class='ocrx_word' " + box + "><strong><em>A</em></strong></span>", []Word{word}},
		"entities":     {"<span class='ocrx_word' " + box + ">&amp;&#39;&eacute;</span>", []Word{{Text: "&'é", Box: word.Box, Confidence: 0.95}}},
		"control code": {"<span class='ocrx_word' " + box + ">\x0cA\x01</span>", []Word{word}},
		"spaces alone": {"<span class='ocrx_word' " + box + "> \n </span>", nil},
		"no box":       {"<span class='ocrx_word'>A</span>", nil},
		"box outside":  {"<span class='ocrx_word' title='bbox 900 900 990 990'>A</span>", nil},
		"box too big":  {"<span class='ocrx_word' title='bbox -5 -5 999 999'>A</span>", []Word{{Text: "A", Box: image.Rect(0, 0, 100, 100)}}},
		"odd numbers":  {"<span class='ocrx_word' title='bbox a b c d; x_wconf 1e9'>A</span>", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parseHOCR([]byte(c.document), image.Rect(0, 0, 100, 100))
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%v, %v, want %v", got, err, c.want)
			}
		})
	}
	t.Run("too long", func(t *testing.T) {
		if _, err := parseHOCR(make([]byte, maxHOCR+1), image.Rect(0, 0, 9, 9)); !errors.Is(err, ErrFailed) {
			t.Errorf("error is %v", err)
		}
	})
	t.Run("too many words", func(t *testing.T) {
		document := strings.Repeat("<span class='ocrx_word' "+box+">A</span>", maxWords+9)
		if words, err := parseHOCR([]byte(document), image.Rect(0, 0, 99, 99)); err != nil || len(words) != maxWords {
			t.Errorf("%d words, %v", len(words), err)
		}
	})
	t.Run("the error quotes nothing", func(t *testing.T) {
		for _, broken := range []string{"<LINDQVIST <<", "<span class='ocrx_word' " + box + ">LINDQVIST"} {
			_, err := parseHOCR([]byte(broken), image.Rect(0, 0, 99, 99))
			if !errors.Is(err, ErrFailed) || strings.Contains(err.Error(), "LINDQVIST") {
				t.Errorf("error is %v", err)
			}
		}
	})
}

func FuzzParseHOCR(f *testing.F) {
	f.Add("<span class='ocr_line' title=\"bbox 0 0 9 9\"><span class='ocrx_word' title='bbox 1 2 3 4; x_wconf 95'><em>A&lt;</em></span></span>")
	bounds := image.Rect(0, 0, 100, 100)
	f.Fuzz(func(t *testing.T, document string) {
		words, err := parseHOCR([]byte(document), bounds)
		if err != nil && !errors.Is(err, ErrFailed) {
			t.Errorf("error is %v", err)
		}
		for _, w := range words {
			if w.Text == "" || w.Box.Empty() || !w.Box.In(bounds) || w.Confidence < 0 || w.Confidence > 1 || w.Line < 0 {
				t.Errorf("a word is %+v", w)
			}
		}
	})
}

// The model is the one that README.md tells about.
func TestModel(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	model, err := unpackModel()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"eng.traineddata": model, "eng.traineddata.gz": modelArchive} {
		if line := fmt.Sprintf("| %s | %d | %x |", name, len(data), sha256.Sum256(data)); !strings.Contains(string(readme), line) {
			t.Errorf("README.md does not say: %s", line)
		}
	}
}
