package convert

import (
	"archive/zip"
	"bytes"
	"image/png"
	"io"
	"math"
	"os"
	"testing"

	"github.com/qmuntal/gltf"

	"ostrakon/convert/texture"
)

// pictures are the pictures of a 3MF file, cleaned, by their media types.
func pictures(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	archive := must(zip.NewReader(bytes.NewReader(data), int64(len(data))))(t)
	list := make(map[string][]byte)
	for _, f := range archive.File {
		raw := must(io.ReadAll(must(f.Open())(t)))(t)
		if image, ok := texture.Clean(raw, texture.MaxPixels); ok {
			if !bytes.Contains(raw, []byte("SECRET")) {
				t.Errorf("%s has no metadata", f.Name)
			}
			list[image.MediaType] = image.Data
		}
	}
	return list
}

// textured is a box in three materials: a PNG in front and, darkened to one side, behind; a JPEG on the top, twice each
// way; slate elsewhere.
func TestTexturesAreThoseOfTheFile(t *testing.T) {
	data := must(os.ReadFile("testdata/textured.3mf"))(t)
	want := pictures(t, data)
	for _, o := range variants() {
		t.Run(variantName(o), func(t *testing.T) {
			f, r := mustConvert(t, data, o)
			if len(r.Warnings) > 0 || r.Facets != 12 || !r.Report.Watertight || math.Abs(*r.Report.Volume-1000) > 0.1 {
				t.Errorf("%d facets, %v, %+v", r.Facets, r.Warnings, r.Report)
			}
			s := open(t, f, r)
			if len(s.doc.Images) != 2 || len(s.doc.Textures) != 2 || len(s.doc.Materials) != 3 {
				t.Fatalf("%d images, %d materials", len(s.doc.Images), len(s.doc.Materials))
			}
			for _, image := range s.doc.Images {
				view := s.doc.BufferViews[*image.BufferView]
				if got := s.buffers[0][view.ByteOffset : view.ByteOffset+view.ByteLength]; !bytes.Equal(got, want[image.MimeType]) {
					t.Errorf("%s: %d bytes", image.MimeType, len(got))
				}
			}
			first, second := s.doc.Samplers[0], s.doc.Samplers[1]
			if first.WrapS != gltf.WrapClampToEdge || first.WrapT != gltf.WrapClampToEdge ||
				first.MagFilter != gltf.MagNearest ||
				second.WrapS != gltf.WrapMirroredRepeat || second.WrapT != gltf.WrapRepeat {
				t.Errorf("%+v, %+v", first, second)
			}
			facets := make(map[int]int)
			for _, p := range s.doc.Meshes[*s.solids[0].node.Mesh].Primitives {
				facets[*p.Material] += placed(t, s, p)
			}
			if facets[0] != 6 || facets[1] != 4 || facets[2] != 2 {
				t.Errorf("facets of materials: %v", facets)
			}
		})
	}
}

// placed checks the coordinates of a primitive and returns the number of its facets.
func placed(t *testing.T, s *scene, p *gltf.Primitive) int {
	t.Helper()
	at, textured := p.Attributes[gltf.TEXCOORD_0]
	if textured != (*p.Material > 0) {
		t.Fatalf("material %d has texture coordinates: %t", *p.Material, textured)
	}
	node := s.solids[0].node
	corners := s.values(t, p.Attributes[gltf.POSITION])
	if textured {
		for i, c := range s.values(t, at) {
			var place [3]float64
			for k := range place {
				place[k] = math.Round(corners[i][k]*node.ScaleOrDefault()[0] + node.Translation[k])
			}
			want := [2]float64{place[0] / 10, 1 - place[2]/10}
			if *p.Material == 2 {
				want = [2]float64{place[0] / 5, 1 - place[1]/5}
			}
			if [2]float64(c) != want {
				t.Errorf("material %d at %v: %v, want %v", *p.Material, place, c, want)
			}
		}
	}
	return len(s.order(t, p, len(corners))) / 3
}

// A picture draws what the textures show.
func TestThePictureShowsTextures(t *testing.T) {
	for _, level := range []Level{Standard, Compact} {
		o := defaults(CustomGLB)
		o.Level, o.Thumbnail = level, 64
		f, r := mustConvert(t, must(os.ReadFile("testdata/textured.3mf"))(t), o)
		img := must(png.Decode(f[r.Files[len(r.Files)-1].Name]))(t)
		for at, want := range map[[2]int][3]bool{ // the front, whose quarters are red, green, blue and yellow
			{10, 24}: {true, false, false}, {30, 32}: {false, true, false}, {10, 44}: {false, false, true},
			{30, 52}: {true, true, false},
		} {
			red, green, blue, _ := img.At(at[0], at[1]).RGBA()
			if got := [3]bool{red > 0x8000, green > 0x8000, blue > 0x8000}; got != want {
				t.Errorf("%s: %x %x %x at %v", level, red>>8, green>>8, blue>>8, at)
			}
		}
	}
}

// Coordinates do not outlive a change of facets: facets get the mean colours of their textures.
func TestFewerFacetsHaveTheMeanColoursOfTextures(t *testing.T) {
	o := defaults(CustomGLB)
	o.Facets = 100
	model := must(os.ReadFile("testdata/textured.3mf"))(t)
	f, r := mustConvert(t, model, o)
	if s := open(t, f, r); len(r.Warnings) > 0 || len(s.doc.Images) == 0 || r.Simplified.To != r.Simplified.From {
		t.Errorf("a budget above %d facets: %d images, %v", r.Simplified.From, len(s.doc.Images), r.Warnings)
	}
	o.Facets = r.Simplified.From - 2
	f, r = mustConvert(t, model, o)
	if got := codesOf(r.Warnings); len(got) != 1 || got[0] != "textures_averaged" {
		t.Errorf("warnings %v", got)
	}
	s := open(t, f, r)
	count := facetsByColour(s.solids[0])
	if len(s.doc.Images) > 0 || len(s.doc.Materials) != 1 || len(count) < 3 {
		t.Errorf("%d images, facets of colours %v", len(s.doc.Images), count)
	}
}
