package threemf

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// BenchmarkRead reads a sheet of 200,000 facets.
func BenchmarkRead(b *testing.B) {
	const side = 316
	var mesh strings.Builder
	mesh.WriteString(`<mesh><vertices>`)
	for i := range side + 1 {
		for j := range side + 1 {
			fmt.Fprintf(&mesh, "\n     <vertex x=\"%.6g\" y=\"%.6g\" z=\"%.6g\"/>", float64(i)/7, float64(j)/7,
				3*math.Sin(float64(i)/9)*math.Cos(float64(j)/5))
		}
	}
	mesh.WriteString(`</vertices><triangles>`)
	for i := range side {
		for j := range side {
			at := i*(side+1) + j
			fmt.Fprintf(&mesh, "\n     <triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n     <triangle v1=\"%d\" v2=\"%d\" "+
				"v3=\"%d\"/>", at, at+1, at+side+1, at+1, at+side+2, at+side+1)
		}
	}
	mesh.WriteString(`</triangles></mesh>`)
	text := model(`<object id="1">`+mesh.String()+`</object>`, `<item objectid="1"/>`)
	data := packed(b, file{"_rels/.rels", relationships}, file{"3D/3dmodel.model", text})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readPacked(limit, data); err != nil {
			b.Fatal(err)
		}
	}
}
