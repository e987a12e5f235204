package convert

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
	"ostrakon/convert/mesh"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
	"ostrakon/convert/threemf"
)

// largeFacets is the number of facets from which memory is worth a collection, which takes about a millisecond.
const largeFacets = 100_000

// The bytes a facet, about, that the stages of a closed mesh take of an arena at a time: to weld, and to find normals.
const (
	weldBytes = 36
	meshBytes = 64
)

// read reads the file as the method does, and welds its solids unless their corners are written as they are.
func (r *run) read() (*stl.Model, []mesh.Mesh, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, nil, err
	}
	r.progress(StageReading, 0)
	if r.from.archive == nil && r.opts.Plate > 1 {
		return nil, nil, &stl.Error{Remark: remark.ModelNoPlate.With(remark.Params{"plate": r.opts.Plate, "n": 1})}
	}
	if !r.opts.unindexed() && r.from.archive == nil && r.opts.Method != MeshLib {
		records, err := stl.OpenRecords(r.from.readerAt(), r.from.size)
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("convert: read: %w", err)
		case records != nil:
			return r.weldRecords(records)
		}
	}
	m, err := r.readWhole()
	if err != nil {
		return nil, nil, err
	}
	r.progress(StageReading, 1)
	if r.opts.unindexed() {
		return m, nil, r.ctx.Err()
	}
	meshes := make([]mesh.Mesh, len(m.Solids))
	err = r.stage(StageWelding, len(meshes), func(i int) { meshes[i] = mesh.Weld(cornersOf(m, m.Solids[i])) })
	m.Corners = nil
	collect(m)
	return m, meshes, err
}

// readWhole reads a file that must be in memory as a whole.
func (r *run) readWhole() (*stl.Model, error) {
	if r.from.archive != nil {
		return r.readPackage()
	}
	if m, err := r.readPolygons(); err != nil || m != nil {
		return m, err
	}
	if r.opts.Method != MeshLib && r.from.file != nil {
		if m, err := stl.ReadText(r.from.file, r.from.size); err != nil || m != nil {
			r.from = source{}
			return m, err
		}
	}
	data, err := r.from.all()
	if err != nil {
		return nil, err
	}
	r.from = source{}
	// The reader owns data from here on: a later use would keep all of it in memory while the reader works.
	if r.opts.Method == MeshLib {
		return readGuarded(r.ctx, data)
	}
	return stl.Read(data)
}

// readPackage reads a 3MF file, whose unit decides unless the request named one.
func (r *run) readPackage() (*stl.Model, error) {
	from := r.from
	r.from = source{}
	m, err := threemf.Read(r.ctx, from.archive, from.limit, r.opts.Plate, r.gradual(StageReading))
	if err != nil {
		return nil, err
	}
	if r.opts.Unit == "" {
		r.opts.Unit = cmp.Or(map[string]Unit{
			threemf.Micron: Micrometre, threemf.Centimeter: Centimetre, threemf.Meter: Metre, threemf.Inch: Inch,
			threemf.Foot: Foot,
		}[m.Unit], Millimetre)
	}
	r.about, r.plate, r.plates = m.About, m.Plate, m.Plates
	return &m.Model, nil
}

// weldRecords welds facets as they are read, so that they are never all in memory.
func (r *run) weldRecords(records *stl.Records) (*stl.Model, []mesh.Mesh, error) {
	room := meshBytes
	if r.opts.Shading == None {
		room = weldBytes
	}
	w := mesh.NewWelder(records.Count(), memory.NewArena(room*records.Count()))
	errs := make([]error, len(w.Parts))
	read := func(i int, report func(fraction float64)) {
		p, done := &w.Parts[i], 0
		errs[i] = records.Read(p.From, p.To, func(corners []float32) error {
			p.Add(corners)
			done += len(corners) / 9
			report(float64(done) / float64(p.To-p.From))
			return r.ctx.Err()
		})
	}
	var beside cores.Group
	for i := 1; i < len(w.Parts); i++ {
		beside.Go(func() { read(i, func(float64) {}) })
	}
	read(0, r.gradual(StageReading)) // the others are about as far
	beside.Wait()
	if err := errors.Join(errs...); err != nil {
		if r.ctx.Err() != nil {
			return nil, nil, r.ctx.Err()
		}
		return nil, nil, fmt.Errorf("convert: read: %w", err)
	}
	m, err := records.Model()
	if err != nil {
		return nil, nil, err
	}
	r.progress(StageReading, 1)
	meshes := make([]mesh.Mesh, 1)
	err = r.stage(StageWelding, 1, func(int) { meshes[0] = w.Mesh() })
	r.from = source{}
	return m, meshes, err
}

// collect frees bytes, corners and tables, most of what is held. On its own the collector would let the heap double.
func collect(m *stl.Model) {
	if m.Facets() >= largeFacets {
		runtime.GC()
	}
}
