package usdz

import (
	"archive/zip"
	"hash/crc32"
	"io"

	"ostrakon/convert/mesh"
)

// MaxFacets is the largest number of facets that a scene should have: the text takes 50 to 170 bytes for each, and a
// phone holds all of it.
const MaxFacets = 200_000

// Scene is what a file shows.
type Scene struct {
	Name    string   // for display; may be empty
	Metres  float64  // length of one unit of the coordinates
	ZUp     bool     // Z points up in the coordinates; otherwise Y does
	Colour  [4]uint8 // sRGB and alpha of parts whose mesh has no colours
	Credits []Credit
	Parts   []Part
}

// Credit is one thing that the file says of its origin.
type Credit struct {
	Key  string // an identifier
	Text string
}

// Part is one solid of a scene.
type Part struct {
	Name string // for display; may be empty
	mesh.Mesh
}

// Package is a scene that is ready to be written.
type Package struct {
	scene   Scene
	palette palette
	size    int64  // of the text
	sum     uint32 // its CRC-32
}

// The layout of the ZIP file. Data begins at multiples of alignment bytes, which an extra field sees to.
const (
	layer        = "model.usda"
	alignment    = 64
	localHeader  = 30
	globalHeader = 46
	endRecord    = 22
	paddingID    = 0x1986 // of the extra field, as in OpenUSD
	paddingBytes = alignment - (localHeader+len(layer))%alignment
	firstOfMSDOS = 1<<5 | 1 // 1 January 1980, the first date that ZIP can say
	zipVersion   = 20       // 2.0
)

// Pack measures the text of a scene. The scene must not change until the package is written.
func Pack(s Scene) *Package {
	p := &Package{scene: s, palette: paletteOf(s)}
	sum := crc32.NewIEEE()
	p.size, _ = p.writeText(sum) // a checksum takes all bytes
	p.sum = sum.Sum32()
	return p
}

// Size is the number of bytes that Write writes.
func (p *Package) Size() int64 {
	headers := localHeader + globalHeader + 2*(len(layer)+paddingBytes) + endRecord
	return int64(headers) + p.size
}

// Blended returns how many facets have colours that differ at the corners, of which only the mean is there.
func (p *Package) Blended() int { return p.palette.blended }

// Merged returns how many colours the scene has, if those are more than MaxColours, and 0 otherwise.
func (p *Package) Merged() int { return p.palette.merged }

// Write writes the file. Errors: those of w.
func (p *Package) Write(w io.Writer) error {
	padding := make([]byte, paddingBytes)
	padding[0], padding[1] = paddingID&0xff, paddingID>>8
	padding[2] = byte(len(padding) - 4) // bytes that follow
	archive := zip.NewWriter(w)
	entry, err := archive.CreateRaw(&zip.FileHeader{
		CreatorVersion: zipVersion, ReaderVersion: zipVersion, Name: layer, Method: zip.Store, Extra: padding,
		//lint:ignore SA1019 CreateRaw writes this date, and not Modified.
		ModifiedDate: firstOfMSDOS, CRC32: p.sum,
		CompressedSize64: uint64(p.size), UncompressedSize64: uint64(p.size),
	})
	if err != nil {
		return err
	}
	if _, err := p.writeText(entry); err != nil {
		return err
	}
	return archive.Close()
}
