package web

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"rsc.io/qr"
)

// Slips is a page of slips to print, which looks as the slips of the pages do.
type Slips struct {
	Organisation, Title string
	Address             string // of the page to vote on
	KeyNumber           string // as people compare it, or ""
	// Text returns a text of the part "slip" in a language, or in English if there is none.
	Text             func(language, key string) string
	Printed, Reserve []Slip // the reserve is on pages of its own
}

// Slip is what only one slip has.
type Slip struct {
	Language     string // a person's
	Direction    string // in which that is written, ltr or rtl
	Name, Member string
	Code, Link   string // the link has the code in it
}

// Write writes the page, which needs no other file.
func (s Slips) Write(w io.Writer) error {
	var style []byte
	for _, name := range []string{"tokens", "base", "boxes", "paper"} {
		content, err := embedded.ReadFile("static/style/" + name + ".css")
		if err != nil {
			return err
		}
		style = append(style, content...)
	}
	return slipsPage.Execute(w, map[string]any{
		"Slips": s, "Style": template.CSS(style),
		"Parts": []slipsPart{{s, s.Printed, ""}, {s, s.Reserve, "slips-reserve"}},
	})
}

// slipsPart is the slips that are printed one after the other.
type slipsPart struct {
	Slips
	Items []Slip
	Class string // beside that of all slips
}

// Fill returns a text in the language of a slip, with what stands for its one parameter.
func (p slipsPart) Fill(s Slip, key, parameter, value string) string {
	return strings.ReplaceAll(p.Text(s.Language, key), "{"+parameter+"}", value)
}

// drawnCode is a QR code as SVG draws it, in modules.
type drawnCode struct {
	Size int    // with its margin
	Dark string // the path of all dark modules
}

// QR returns the QR code of the slip's link.
func (s Slip) QR() (drawnCode, error) {
	const margin = 4
	code, err := qr.Encode(s.Link, qr.M)
	if err != nil {
		return drawnCode{}, err
	}
	var dark strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for code.Black(x, y) { // nothing is black outside
				x++
			}
			if x > from {
				fmt.Fprintf(&dark, "M%d %dh%dv1h-%dz", from+margin, y+margin, x-from, x-from)
			}
		}
	}
	return drawnCode{code.Size + 2*margin, dark.String()}, nil
}

// slipsPage is the page. Its slips are those of static/lib/slipcard.js.
var slipsPage = template.Must(template.New("slips").Parse(`<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>{{.Slips.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
{{range $part := .Parts}}<ul class="slips {{.Class}}">
{{range .Items}}<li class="slip-card" lang="{{.Language}}" dir="{{.Direction}}">
<div class="slip-head"><div>
{{- if $part.Class}}<p class="slip-small slip-from">{{$part.Fill . "slip.reserve" "" ""}}</p>
{{- else if $part.Organisation}}<p class="slip-small slip-from">{{$part.Organisation}}</p>{{end -}}
<p class="slip-election">{{$part.Title}}</p></div></div>
{{$label := $part.Fill . "slip.qr" "name" .Name -}}
{{with .QR}}<svg viewBox="0 0 {{.Size}} {{.Size}}" class="qr" role="img" shape-rendering="crispEdges"
aria-label="{{$label}}"><rect width="{{.Size}}" height="{{.Size}}" class="qr-light"/>
<path d="{{.Dark}}" class="qr-dark"/></svg>{{end}}
<div class="slip-body">
<p class="slip-name">{{.Name}}</p>
{{if .Member}}<p class="slip-small">{{$part.Fill . "slip.member" "member" .Member}}</p>{{end}}
<p class="slip-small">{{$part.Fill . "slip.at" "" ""}} <span class="slip-address">{{$part.Address}}</span></p>
<p class="slip-small">{{$part.Fill . "slip.code" "" ""}} <span class="slip-key">{{.Code}}</span></p>
{{if $part.KeyNumber}}<p class="slip-small">{{$part.Fill . "slip.keyNumber" "" ""}} <span class="slip-key">
{{- $part.KeyNumber}}</span></p>{{end}}
</div></li>
{{end}}</ul>
{{end}}</body>
</html>
`))
