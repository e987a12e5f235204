package handlers

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"
)

// slipStyle is the style of the page of slips: eight on a sheet of A4, cut along the lines.
const slipStyle = `@page{size:A4;margin:10mm}body{margin:0;font:11pt/1.4 system-ui,sans-serif;color:#000;background:#fff}` +
	`main{display:grid;grid-template-columns:1fr 1fr}article{box-sizing:border-box;height:67mm;padding:6mm;border:.3mm dashed #999;break-inside:avoid;display:flex;gap:5mm;align-items:center}` +
	`svg{flex:none;width:34mm;height:34mm}h2{margin:0 0 1mm;font-size:12pt}p{margin:0 0 2mm}code{font:700 12.5pt/1.3 ui-monospace,monospace;white-space:nowrap}`

var slipPage = template.Must(template.New("slips").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Member keys{{with .Organisation}} of {{.}}{{end}}</title><style>{{.Style}}</style></head><body><main>
{{range .Slips}}<article><svg viewBox="0 0 {{.Size}} {{.Size}}" role="img" aria-label="The address with this key as a QR code"><path d="{{.Path}}"/></svg>
<div><h2>{{.Name}}</h2>{{with $.Organisation}}<p>{{.}}</p>{{end}}<p>Register to vote at<br>{{$.Address}}</p><p>with your member key<br><code>{{.Key}}</code></p></div></article>
{{end}}</main></body></html>
`))

type slip struct {
	Name, Key, Path string
	Size            int
}

// prefersHTML reports whether a client would rather have HTML than JSON.
func prefersHTML(accept string) bool {
	first, _, _ := strings.Cut(accept, ",")
	return strings.HasPrefix(strings.TrimSpace(first), "text/html")
}

// blankKey is as long as any member key.
const blankKey = "0000-0000-0000-0000"

// keyAddress is where a member key is registered with. Behind the # it stays
// in the browser: no server logs it.
func (s *Server) keyAddress(r *request, key string) string { return s.origin(r) + "/#key=" + key }

// respondSlips answers with the member keys of an import as a page of cards to
// print and cut. The page has no script and loads nothing.
func (s *Server) respondSlips(w http.ResponseWriter, r *request, report rollReportView) error {
	in, err := s.store.Installation(r.Context())
	if err != nil {
		return err
	}
	var slips []slip
	for _, l := range report.Lines {
		if l.MemberKey == "" {
			continue
		}
		size, path, err := qrPath(s.keyAddress(r, l.MemberKey))
		if err != nil {
			return err
		}
		slips = append(slips, slip{l.FullName, l.MemberKey, path, size})
	}
	var page bytes.Buffer
	err = slipPage.Execute(&page, struct {
		Organisation, Address string
		Style                 template.CSS
		Slips                 []slip
	}{in.Organisation, s.origin(r), slipStyle, slips})
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(slipStyle))
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'; frame-ancestors 'none'")
	h.Set("Content-Length", strconv.Itoa(page.Len()))
	h.Set("Cache-Control", "no-store")
	w.Write(page.Bytes()) // the client may have gone
	return nil
}

// qrPath draws text as a QR code (ISO/IEC 18004): the side in modules, its
// quiet zone included, and the dark modules as the path of an SVG.
func qrPath(text string) (size int, path string, err error) {
	code, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		return 0, "", err
	}
	var b strings.Builder
	bitmap := code.Bitmap()
	for y, row := range bitmap {
		for x, dark := range row {
			if dark && (x == 0 || !row[x-1]) { // a run of dark modules begins
				n := 1
				for x+n < len(row) && row[x+n] {
					n++
				}
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x, y, n, n)
			}
		}
	}
	return len(bitmap), b.String(), nil
}
