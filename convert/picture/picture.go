package picture

import (
	"errors"
	"image"
	"image/png"
	"io"
	"math"
	"runtime"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
	"ostrakon/convert/mesh"
	"ostrakon/convert/texture"
)

// MaxSide is the longest side of a picture, in pixels.
const MaxSide = 2048

// ErrNothing means that there is nothing to be seen, or so many facets over each other that drawing takes minutes.
var ErrNothing = errors.New("picture: the solid has no extent, or too many facets in one place")

// deepest is how many facets may lie around each sample on average, small ones apart. A lattice has less than 100.
const deepest = 256

// Solid is what one mesh shows.
type Solid struct {
	// Mesh may lack Indices: then each three vertices are a facet. Without Normals, facets are flat. Colors may be nil.
	mesh.Mesh
	Textures []uint16   // one more than the number of each facet's texture in View, at Coords; 0: none; nil without Coords
	Facets   [][4]uint8 // sRGB of each facet or, without Indices, of each corner, where Colors is nil; may be nil
}

// View is how a picture is taken.
type View struct {
	Side   int        // of the picture, in pixels, up to MaxSide
	UpY    bool       // y points up, as z does otherwise
	Colour [4]float32 // of what has no colour, in linear light; alpha is not used

	Textures []Texture
}

// Texture is a picture that facets show.
type Texture struct {
	texture.Texture
	*texture.Pixels // nil: it cannot be drawn, and is light grey
}

// Write draws the solids and writes the picture as a PNG.
func Write(w io.Writer, solids []Solid, view View) error {
	img, err := Draw(solids, view)
	if err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, img)
}

// Draw draws the solids on a transparent ground, or returns ErrNothing.
func Draw(solids []Solid, view View) (*image.NRGBA, error) {
	side := samples * view.Side
	least, greatest := box(solids)
	camera, ok := newCamera(least, greatest, view.UpY, side, func(visit func(p []float32)) {
		for _, s := range solids {
			for p := s.Positions; len(p) >= 3; p = p[3:] {
				visit(p)
			}
		}
	})
	if !ok || view.Side < 1 || view.Side > MaxSide {
		return nil, ErrNothing
	}
	n := max(1, min(runtime.GOMAXPROCS(0), 8, view.Side/16))
	r := &raster{side: side, depth: memory.Make[float32](side * side), colour: memory.Make[uint32](side * side),
		most: int64(deepest * side * side)}
	light := newLights(&camera)
	for _, s := range solids {
		d := drawing{Solid: s, camera: &camera, light: light, base: view.Colour, textures: view.Textures,
			seen: memory.Make[[3]float32](s.Vertices())}
		cores.Run(n, func(w int) {
			for v := len(d.seen) * w / n; v < len(d.seen)*(w+1)/n; v++ {
				d.seen[v] = camera.seen(s.Positions[3*v : 3*v+3])
			}
		})
		cores.Run(n, func(w int) { d.draw(r.band(w, n)) })
		if r.visits.Load() > r.most {
			return nil, ErrNothing
		}
	}
	img := image.NewNRGBA(image.Rect(0, 0, view.Side, view.Side))
	cores.Run(n, func(w int) { r.resolve(img, view.Side*w/n, view.Side*(w+1)/n) })
	return img, nil
}

func box(solids []Solid) (least, greatest [3]float32) {
	inf := float32(math.Inf(1))
	least, greatest = [3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}
	for _, s := range solids {
		if s.Vertices() == 0 {
			continue
		}
		low, high := mesh.Bounds(s.Positions)
		for k := range 3 {
			least[k], greatest[k] = min(least[k], low[k]), max(greatest[k], high[k])
		}
	}
	return least, greatest
}
