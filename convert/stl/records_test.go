package stl

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/iotest"
)

// readRecords reads a file in parts that end at the given shares of it, side by side.
func readRecords(t *testing.T, data []byte, ends ...float64) (*Model, error) {
	t.Helper()
	r, err := OpenRecords(bytes.NewReader(data), int64(len(data)))
	if err != nil || r == nil {
		t.Fatalf("%v, %v", r, err)
	}
	corners := make([][]float32, len(ends)+1)
	var group sync.WaitGroup
	from := 0
	for i, end := range append(ends, 1) {
		first, to := from, int(float64(r.Count())*end)
		group.Go(func() {
			if err := r.Read(first, to, func(c []float32) error {
				corners[i] = append(corners[i], c...)
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
		from = to
	}
	group.Wait()
	m, err := r.Model()
	if m != nil {
		m.Corners = slices.Concat(corners...)
	}
	return m, err
}

func TestRecordsAreWhatReadReads(t *testing.T) {
	broken := func(corners []float32, facets ...int) []float32 {
		for k, i := range facets {
			corners[9*i+k%9] = []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}[k%3]
		}
		return corners
	}
	for name, data := range map[string][]byte{
		"one facet":                      binarySTL("solid by CAD", sphere(4)[:9]),
		"sphere":                         binarySTL("made here", sphere(5000)),
		"attributes":                     binarySTL("", sphere(5000), 1, 2, 3),
		"attributes, the same":           binarySTL("", sphere(5000), 0x8000),
		"colours of VisCAM":              binarySTL("", sphere(5000), 0xfc00, 0, 0xfc01),
		"colours of Magics":              binarySTL("COLOR=\x01\x02\x03\xff", sphere(5000), 0x1234, 0x8000),
		"facets that are not finite":     binarySTL("", broken(sphere(9000), 0, 1, 4499, 4500, 7000, 8928)),
		"those with attributes":          binarySTL("", broken(sphere(9000), 0, 1, 4499, 4500, 7000, 8928), 1, 2, 3, 4, 5),
		"an attribute of such alone":     binarySTL("", broken(sphere(4), 1), 0xffff, 7, 0xffff, 0xffff),
		"no facet that is finite":        binarySTL("", broken(sphere(4), 0, 1, 2, 3)),
		"facets without area among more": binarySTL("", append(sphere(4), make([]float32, 18)...)),
		"facets without area only":       binarySTL("", make([]float32, 18)),
	} {
		t.Run(name, func(t *testing.T) {
			want, wantErr := Read(bytes.Clone(data))
			for _, ends := range [][]float64{nil, {0.5}, {0.1, 0.1, 0.4999, 0.99}} {
				got, err := readRecords(t, data, ends...)
				if !reflect.DeepEqual(err, wantErr) {
					t.Fatalf("error %v, want %v", err, wantErr)
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("parts %v: the models differ", ends)
				}
			}
		})
	}
}

func TestOtherFilesAreNoRecords(t *testing.T) {
	whole := binarySTL("", sphere(4))
	for name, data := range map[string][]byte{
		"empty":       nil,
		"short":       whole[:50],
		"a byte less": whole[:len(whole)-1],
		"a byte more": append(bytes.Clone(whole), 0),
		"wrong count": withCount(bytes.Clone(whole), 5),
		"no facets":   withCount(bytes.Clone(whole[:84]), 0),
		"ASCII": []byte("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 " +
			"0\nendloop\nendfacet\nendsolid\n" + string(make([]byte, 99))),
		"huge a count": withCount(bytes.Clone(whole), math.MaxUint32),
	} {
		if r, err := OpenRecords(bytes.NewReader(data), int64(len(data))); r != nil || err != nil {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}

func TestRecordsThatCannotBeRead(t *testing.T) {
	data := binarySTL("", sphere(4000))
	nothing := func([]float32) error { return nil }
	broken := errors.New("the disk is broken")
	if _, err := OpenRecords(brokenAt{}, 134); err == nil {
		t.Error("opened what cannot be read")
	}
	// The file became shorter after it was opened.
	r := must(OpenRecords(bytes.NewReader(data[:len(data)-1]), int64(len(data))))(t)
	if err := r.Read(0, r.Count(), nothing); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a file that became shorter: %v", err)
	}
	if err := r.Read(0, 10, func([]float32) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("take failed: %v", err)
	}
}

// brokenAt is a source that fails.
type brokenAt struct{}

func (brokenAt) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }
