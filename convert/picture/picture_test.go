package picture

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math"
	"testing"

	"ostrakon/convert/mesh"
)

// grey is a colour in linear light.
var grey = [4]float32{0.55, 0.55, 0.55, 1}

// cube is a cube of a size around a place.
func cube(size float32, at [3]float32) Solid {
	var corners []float32
	point := func(i int) {
		for k := range 3 {
			corners = append(corners, at[k]+size*(float32(i>>k&1)-0.5))
		}
	}
	for _, side := range [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		for _, k := range []int{0, 1, 2, 0, 2, 3} {
			point(side[k])
		}
	}
	return Solid{Mesh: mesh.Weld(corners)}
}

func draw(t *testing.T, view View, solids ...Solid) *image.NRGBA {
	t.Helper()
	if view.Colour == [4]float32{} {
		view.Colour = grey
	}
	img, err := Draw(solids, view)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// full are the colours of pixels that are covered wholly, and how many pixels have each.
func full(img *image.NRGBA) map[[3]uint8]int {
	seen := make(map[[3]uint8]int)
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i+3] == 255 {
			seen[[3]uint8(img.Pix[i:])]++
		}
	}
	return seen
}

func TestACubeShowsThreeFacesInThreeShades(t *testing.T) {
	img := draw(t, View{Side: 200}, cube(10, [3]float32{}))
	var faces [][3]uint8
	for colour, n := range full(img) {
		if n > 2000 {
			faces = append(faces, colour)
		}
	}
	if len(faces) != 3 {
		t.Fatalf("%d faces: %v", len(faces), faces)
	}
	for i := range faces {
		if d := int(faces[i][0]) - int(faces[(i+1)%3][0]); d*d < 400 {
			t.Errorf("two faces look alike: %v", faces)
		}
	}
	// The upper face is the lightest.
	top, left := img.NRGBAAt(100, 50), img.NRGBAAt(60, 130)
	if top.A != 255 || left.A != 255 || top.R <= left.R {
		t.Errorf("the upper face is %v, another %v", top, left)
	}
}

func TestTheOutlineIsWhereTheCornersAre(t *testing.T) {
	for _, upY := range []bool{false, true} {
		solid := cube(10, [3]float32{3, 4, 5})
		img := draw(t, View{Side: 128, UpY: upY}, solid)
		least, greatest := box([]Solid{solid})
		camera, _ := newCamera(least, greatest, upY, 128, func(visit func(p []float32)) {
			for p := solid.Positions; len(p) > 0; p = p[3:] {
				visit(p)
			}
		})
		low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{}
		for p := solid.Positions; len(p) > 0; p = p[3:] {
			seen := camera.seen(p)
			for k, v := range seen[:2] {
				low[k], high[k] = min(low[k], float64(v)), max(high[k], float64(v))
			}
		}
		found := image.Rectangle{Min: image.Pt(128, 128)}
		for y := range 128 {
			for x := range 128 {
				if img.NRGBAAt(x, y).A > 0 {
					found.Min.X, found.Min.Y = min(found.Min.X, x), min(found.Min.Y, y)
					found.Max.X, found.Max.Y = max(found.Max.X, x+1), max(found.Max.Y, y+1)
				}
			}
		}
		for name, d := range map[string]float64{
			"left": float64(found.Min.X) - low[0], "top": float64(found.Min.Y) - low[1],
			"right": float64(found.Max.X) - high[0], "bottom": float64(found.Max.Y) - high[1],
		} {
			if math.Abs(d) > 1 {
				t.Errorf("%s is off by %.2f pixels: %v", name, d, found)
			}
		}
		if free := low[1]; math.Abs(free-128*margin) > 1 && math.Abs(low[0]-128*margin) > 1 {
			t.Errorf("the margins are %.1f and %.1f pixels", low[0], low[1])
		}
	}
}

func TestEdgesAreSmooth(t *testing.T) {
	img := draw(t, View{Side: 100}, cube(10, [3]float32{}))
	partly := make(map[uint8]int)
	for i := 3; i < len(img.Pix); i += 4 {
		partly[img.Pix[i]]++
	}
	for _, alpha := range []uint8{63, 127, 191} {
		if partly[alpha] == 0 {
			t.Errorf("no pixel is covered to %d of 255: %v", alpha, partly)
		}
	}
	// Between two faces there are colours between theirs.
	if colours := full(img); len(colours) < 5 {
		t.Errorf("only the colours %v", colours)
	}
}

// Five thousand facets, each over the whole picture, would take minutes where that is large.
func TestFacetsOverEachOtherAreBounded(t *testing.T) {
	facet := []float32{0, 0, 0, 1, 0, 0, 0, 0, 1}
	stack := Solid{}
	for range 5000 {
		stack.Positions = append(stack.Positions, facet...)
	}
	if _, err := Draw([]Solid{stack}, View{Side: 64}); !errors.Is(err, ErrNothing) {
		t.Errorf("error is %v, want %v", err, ErrNothing)
	}
	stack.Positions = stack.Positions[:200*len(facet)]
	draw(t, View{Side: 64}, stack)
}

func TestNothingIsRefused(t *testing.T) {
	for name, solids := range map[string][]Solid{
		"no solid": nil, "no facet": {{}}, "a point": {{Mesh: mesh.Mesh{Positions: make([]float32, 9)}}},
	} {
		if _, err := Draw(solids, View{Side: 64}); !errors.Is(err, ErrNothing) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, side := range []int{0, -1, MaxSide + 1} {
		if _, err := Draw([]Solid{cube(1, [3]float32{})}, View{Side: side}); err == nil {
			t.Errorf("a side of %d is taken", side)
		}
	}
}

func TestALargePicture(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, []Solid{cube(1, [3]float32{})}, View{Side: MaxSide, Colour: grey}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil || img.Bounds().Dx() != MaxSide || img.Bounds().Dy() != MaxSide {
		t.Fatalf("%v, %v", img.Bounds(), err)
	}
	if _, _, _, a := img.At(MaxSide/2, MaxSide/2).RGBA(); a != 0xffff {
		t.Error("the middle is empty")
	}
	if _, _, _, a := img.At(2, 2).RGBA(); a != 0 {
		t.Error("the corner is not empty")
	}
}

func TestFarAwayLooksTheSame(t *testing.T) {
	here := draw(t, View{Side: 64}, cube(16, [3]float32{}))
	there := draw(t, View{Side: 64}, cube(16, [3]float32{1 << 22, -1 << 21, 1 << 20}))
	if !bytes.Equal(here.Pix, there.Pix) {
		t.Error("a cube far from the origin looks different")
	}
}

func TestColoursAreThoseOfTheFile(t *testing.T) {
	red := cube(10, [3]float32{})
	for range 12 {
		red.Facets = append(red.Facets, [4]uint8{200, 20, 20, 255})
	}
	for c := range full(draw(t, View{Side: 64}, red)) {
		if c[0] < 2*c[1] {
			t.Errorf("a red cube has the colour %v", c)
		}
	}
	green := cube(10, [3]float32{})
	for range green.Vertices() {
		green.Colors = append(green.Colors, [4]uint8{20, 200, 20, 255})
	}
	green.Mesh = mesh.Smooth(green.Mesh)
	for c := range full(draw(t, View{Side: 64}, green)) {
		if c[1] < 2*c[0] {
			t.Errorf("a green cube has the colour %v", c)
		}
	}
}

// Between corners, colours change in linear light: half of red and half of blue is a bright purple.
func TestColoursRunBetweenCorners(t *testing.T) {
	red, blue := [4]uint8{255, 0, 0, 255}, [4]uint8{0, 0, 255, 255}
	s := Solid{Mesh: mesh.Mesh{Positions: []float32{0, 0, 0, 10, 0, 0, 10, 0, 10}}, Facets: [][4]uint8{red, blue, blue}}
	smooth := Solid{Mesh: mesh.Mesh{Positions: s.Positions, Colors: s.Facets, Indices: []uint32{0, 1, 2}}}
	smooth.Normals = []float32{0, -1, 0, 0, -1, 0, 0, -1, 0}
	for _, s := range []Solid{s, smooth} {
		seen := full(draw(t, View{Side: 64}, s))
		if len(seen) < 30 {
			t.Errorf("%d colours", len(seen))
		}
		for c := range seen {
			if c[1] > 0 || int(c[0])+int(c[2]) < 180 {
				t.Errorf("the colour %v", c)
			}
		}
	}
}

// What is nearer hides what is behind it, in whatever order they come.
func TestTheNearestIsSeen(t *testing.T) {
	paint := func(s Solid, c [4]uint8) Solid {
		for range 12 {
			s.Facets = append(s.Facets, c)
		}
		return s
	}
	behind := paint(cube(10, [3]float32{}), [4]uint8{200, 20, 20, 255})
	front := paint(cube(30, [3]float32{20, -30, 20}), [4]uint8{20, 20, 200, 255})
	a, b := draw(t, View{Side: 64}, behind, front), draw(t, View{Side: 64}, front, behind)
	if !bytes.Equal(a.Pix, b.Pix) {
		t.Error("the order of solids shows")
	}
	for c := range full(a) {
		if c[0] > c[2] {
			t.Fatalf("what is behind is seen: %v", c)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	const n, m = 1000, 501
	corners := make([]float32, 0, 18*n*m)
	at := func(i, j int) {
		r, u, v := 50+0.1*float64((i%n*7+j*13)%11), 2*math.Pi*float64(i%n)/n, math.Pi*float64(j)/m
		corners = append(corners, float32(r*math.Sin(v)*math.Cos(u)), float32(r*math.Sin(v)*math.Sin(u)),
			float32(-r*math.Cos(v)))
	}
	for j := range m {
		for i := range n {
			at(i, j)
			at(i+1, j)
			at(i+1, j+1)
			at(i, j)
			at(i+1, j+1)
			at(i, j+1)
		}
	}
	solid := []Solid{{Mesh: mesh.Weld(corners)}}
	b.Run("1M/512", func(b *testing.B) {
		for b.Loop() {
			if _, err := Draw(solid, View{Side: 512, Colour: grey}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
