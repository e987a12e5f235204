package obj

import (
	"path"
	"slices"
	"strings"

	"ostrakon/convert/polygon"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// materials are the colours of materials by their names.
type materials struct {
	colours map[string]stl.Color
	texture bool   // one of them has a texture
	missing string // the name of a file that is not there
}

// load reads the files of some lines mtllib. A line may have several names, and a name may have blanks.
func (m *materials) load(libraries []string, library Library) error {
	if library == nil {
		library = func(string) ([]byte, error) { return nil, nil }
	}
	slices.Sort(libraries)
	for _, line := range slices.Compact(libraries) {
		names := strings.Fields(line)
		if text, err := library(line); err != nil || text != nil {
			if err != nil {
				return err
			}
			m.add(text)
			continue
		}
		for _, name := range names {
			text, err := library(name)
			if err != nil {
				return err
			}
			if m.add(text); text == nil && m.missing == "" {
				m.missing = shown(path.Base(strings.ReplaceAll(name, `\`, "/")))
			}
		}
	}
	return nil
}

// add reads the text of a file of materials. What makes no sense is passed over.
func (m *materials) add(text []byte) {
	l := lines{text: ofLines(text)}
	name, colour, known := "", stl.Color{3: polygon.Opaque}, false
	for l.read() {
		switch {
		case l.is("newmtl"):
			name, colour, known = string(l.rest()), stl.Color{3: polygon.Opaque}, false
		case l.is("Kd"):
			known = l.colour(&colour) || known
		case l.is("d"), l.is("Tr"):
			v, _, ok := l.real(l.blanks(l.word(l.from)))
			if l.is("Tr") {
				v = 1 - v
			}
			if a := level(v * 255); ok && a > 0 {
				colour[3] = a
			}
		case l.is("map_Kd"):
			m.texture = true
		}
		if known {
			m.colours[name] = colour
		}
	}
}

// colour reads the three fractions after the first word. It is false if there are none.
func (l *lines) colour(c *stl.Color) bool {
	p := l.word(l.from)
	for i := range 3 {
		v, end, ok := l.real(l.blanks(p))
		if !ok {
			return false
		}
		c[i], p = level(v*255), end
	}
	return true
}

func (m *materials) warn(model *stl.Model) {
	if m.missing != "" {
		model.Warnings = append(model.Warnings, remark.MaterialsMissing.With(remark.Params{"name": m.missing}))
	}
	if m.texture {
		model.Warnings = append(model.Warnings, remark.TextureLeftOut.With(nil))
	}
}

// shown is a name of the file, clean enough to be shown.
func shown(name string) string {
	const most = 200
	if len(name) > most {
		name = name[:most]
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd")))
}
