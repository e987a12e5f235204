package threemf

import (
	"bytes"
	"strings"
)

// maxWords is how many bytes of a text are kept.
const maxWords = 1000

// About holds the title, the designer and the rights of the work in a file, each empty if the file does not say (core
// specification, 8.2): valid UTF-8 without controls.
type About struct {
	Title     string
	Designer  string
	Copyright string
	License   string
}

// addAbout takes one of the metadata of the model.
func (d *document) addAbout() (err error) {
	var to *string
	switch string(d.value("name")) {
	case "Title":
		to = &d.about.Title
	case "Designer":
		to = &d.about.Designer
	case "Copyright":
		to = &d.about.Copyright
	case "LicenseTerms", "License": // as the specification has it, and BambuStudio
		to = &d.about.License
	}
	if to == nil || d.depth() != 2 || *to != "" {
		return nil
	}
	*to, err = d.words()
	return err
}

// words is the text from here to the next tag, of which maxWords bytes are kept.
func (s *scanner) words() (string, error) {
	if s.empty {
		return "", nil
	}
	for {
		text, _, whole := bytes.Cut(s.window[s.at:], []byte("<"))
		if !whole && len(text) <= maxWords {
			more, err := s.fill()
			if err != nil {
				return "", err
			}
			if more {
				continue
			}
		}
		if len(text) > maxWords {
			text = text[:maxWords]
			if i := bytes.LastIndexByte(text, '&'); i >= 0 && bytes.IndexByte(text[i:], ';') < 0 {
				text = text[:i] // a reference that was cut
			}
		}
		if resolved, ok := resolve(text); ok {
			text = resolved
		}
		return strings.TrimSpace(plain(string(text))), nil
	}
}
