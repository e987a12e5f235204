package threemf

import (
	"bytes"
	"io"
	"math"
	"net/url"
	"path"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
	"ostrakon/convert/texture"
)

// maxTextures is how many textures are shown; each is a material of its own.
const maxTextures = 256

// texture2d is a picture as a model part uses it (materials extension, section 6).
type texture2d struct {
	path string // of the picture, in the package
	texture.Texture
}

// addTexture adds one that groups may name.
func (d *document) addTexture() error {
	id, err := d.number("id", d.value("id"))
	if err != nil {
		return err
	}
	if d.resources++; d.resources > maxResources {
		return d.tooMany(remark.ModelTooManyResources, maxResources)
	}
	text := d.value("path")
	name, err := url.PathUnescape(string(text))
	if err != nil || name == "" {
		return d.invalid("path", text)
	}
	t := &texture2d{path: path.Clean("/" + name)}
	t.U, t.V = wrapOf(d.value("tilestyleu")), wrapOf(d.value("tilestylev"))
	t.Nearest = string(d.value("filter")) == "nearest"
	d.textures[id] = t
	return nil
}

// wrapOf is what a tile style makes of coordinates beyond a picture. glTF has no "none": the edge is nearest to it.
func wrapOf(style []byte) texture.Wrap {
	switch string(style) {
	case "mirror":
		return texture.Mirror
	case "clamp", "none":
		return texture.Clamp
	}
	return texture.Repeat
}

// addCoordinates adds a place in the texture of the group.
func (d *document) addCoordinates() error {
	p := property{colour: white()}
	for i, name := range [2]string{"u", "v"} {
		text := bytes.TrimSpace(d.value(name))
		v, err := decimal(text)
		if err != nil || math.Abs(v) > math.MaxFloat32 {
			return d.invalid(name, text)
		}
		p.at[i] = float32(v)
	}
	if p.texture = d.group.texture; p.texture == nil {
		return d.addUnread()
	}
	d.group.list = append(d.group.list, p)
	return nil
}

// white lets a texture through as it is.
func white() stl.Color { return stl.Color{255, 255, 255, opaque} }

// addTextured adds the texture of the last triangle, if all its corners have the same one.
func (o *object) addTextured(p [3]property) {
	shown := p[0].texture
	if p[1].texture != shown || p[2].texture != shown {
		shown = nil
		o.partly++
	} else if p[0].partly || p[1].partly || p[2].partly {
		o.partly++
	}
	if o.textures == nil {
		if shown == nil {
			return
		}
		before := len(o.triangles)/3 - 1
		o.textures, o.places = make([]*texture2d, before), make([][2]float32, 3*before)
	}
	o.textures = append(o.textures, shown)
	o.places = append(o.places, p[0].at, p[1].at, p[2].at)
}

// textured adds up the textures of facets.
type textured struct {
	skin  *stl.Skin
	known map[*texture2d]uint16 // one more than the number of a texture; 0: it cannot be shown
	image map[string]int        // the number of a picture by its path
	load  func(path string) (texture.Image, bool)
	left  int // out: textures
}

// number is one more than the number of a texture, or 0.
func (t *textured) number(shown *texture2d) uint16 {
	if n, ok := t.known[shown]; ok {
		return n
	}
	image, ok := t.image[shown.path]
	if !ok && len(t.skin.Textures) < maxTextures {
		var loaded texture.Image
		if loaded, ok = t.load(shown.path); ok {
			image = len(t.skin.Images)
			t.skin.Images, t.image[shown.path] = append(t.skin.Images, loaded), image
		}
	}
	if !ok || len(t.skin.Textures) == maxTextures {
		t.known[shown] = 0
		t.left++
		return 0
	}
	shown.Image = image
	t.skin.Textures = append(t.skin.Textures, shown.Texture)
	t.known[shown] = uint16(len(t.skin.Textures))
	return t.known[shown]
}

// add adds a facet, whose corners come in an order. glTF counts v from above.
func (t *textured) add(m *placed, triangle int, number uint16, order [3]int) {
	t.skin.Facets = append(t.skin.Facets, number)
	for _, corner := range order {
		var at [2]float32
		if number > 0 {
			at = m.places[3*triangle+corner]
			at[1] = 1 - at[1]
		}
		t.skin.Coords = append(t.skin.Coords, at)
	}
}

// picture reads a picture from the package, if it can be shown.
func (p *parts) picture(name string) (texture.Image, bool) {
	file, err := p.open(name, min(p.left, texture.MaxBytes))
	if err != nil {
		return texture.Image{}, false
	}
	defer file.Close()
	data, err := io.ReadAll(&counted{file, p})
	if err != nil {
		return texture.Image{}, false
	}
	image, ok := texture.Clean(data, p.pixels)
	if ok {
		p.pixels -= image.Width * image.Height
	}
	return image, ok
}
