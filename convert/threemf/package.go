package threemf

import (
	"bufio"
	"context"
	"errors"
	"io"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
	"ostrakon/convert/texture"
	"ostrakon/convert/unpack"
)

const (
	maxParts         = 1000
	maxRelationships = 1 << 20 // bytes
	// The part that names the first model part (Open Packaging Conventions, section 6.5), and how.
	partRelationships = "/_rels/.rels"
	usualModel        = "/3D/3dmodel.model"
	modelRelationship = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
)

// Model is what a 3MF file builds.
type Model struct {
	stl.Model
	Unit  string // of the corners: one of the units
	About About

	Plate, Plates int // which of how many plates of a slicer it is; 1 of 1 without
}

// Is reports whether an archive is a package, as a 3MF file is, by the parts that every package has.
func Is(a *unpack.Archive) bool {
	return a.Find("[Content_Types].xml") != nil || a.Find(partRelationships[1:]) != nil || a.Find(usualModel[1:]) != nil
}

// Read reads the model of a package, whose parts may unpack to limit bytes together: what is on a plate, from 1, or on
// the first that is not empty, with 0. It calls report with how much of the limit has been read, from 0 to 1. The error
// is an *stl.Error if the file is to blame, and may be that of ctx.
func Read(ctx context.Context, a *unpack.Archive, limit int64, plate int, report func(fraction float64)) (*Model,
	error) {
	p := &parts{ctx: ctx, archive: a, limit: limit, left: limit, report: report, read: make(map[string]*document),
		pixels: texture.MaxPixels}
	start, err := p.start()
	if err != nil {
		return nil, err
	}
	slicer, err := p.project()
	if err != nil {
		return nil, err
	}
	waiting := []string{start}
	for len(waiting) > 0 {
		name := waiting[0]
		waiting = waiting[1:]
		if p.read[name] != nil {
			continue
		}
		if len(p.read) == maxParts {
			return nil, refuse(remark.ModelTooManyParts, remark.Params{"limit": maxParts})
		}
		d, err := p.model(name)
		if err != nil {
			return nil, err
		}
		p.read[name] = d
		waiting = append(waiting, d.paths()...)
	}
	m, err := build(p.read, start, slicer, plate, p.picture)
	var refused *stl.Error
	if errors.As(err, &refused) && refused.Code() == remark.ModelBuildsNothing.Code() && a.HasExtension(".gcode") {
		return nil, refuse(remark.ModelSliced, nil)
	}
	if err == nil && p.unread != nil {
		m.Warnings = append(m.Warnings, remark.SettingsUnread.With(remark.Params{"part": p.unread[0]}))
	}
	return m, err
}

// paths are the model parts that a part takes objects of.
func (d *document) paths() (list []string) {
	add := func(places []place) {
		for i, p := range places {
			if p.path != "" {
				places[i].path = path.Clean("/" + p.path)
				list = append(list, places[i].path)
			}
		}
	}
	add(d.items)
	for _, o := range d.objects {
		add(o.components)
	}
	return list
}

type parts struct {
	ctx         context.Context
	archive     *unpack.Archive
	limit, left int64 // bytes
	report      func(fraction float64)
	read        map[string]*document
	pixels      int      // that pictures may still have
	unread      []string // parts beside the models that could not be read to their end
}

// open unpacks a part by its name, in which ASCII letters of any case are the same.
func (p *parts) open(name string, limit int64) (io.ReadCloser, error) {
	entry := p.archive.Find(name[1:])
	if entry == nil {
		return nil, refuse(remark.PackageMissingPart, remark.Params{"part": clip(name)})
	}
	return p.archive.Open(p.ctx, entry, limit)
}

// beside reads a part that is no model, if there is one of that name. A model can do without.
func (p *parts) beside(name string, read func(io.Reader) error) error {
	if p.archive.Find(name[1:]) == nil {
		return nil
	}
	file, err := p.open(name, p.left)
	if err == nil {
		defer file.Close()
		err = read(&counted{file, p})
	}
	var damaged *stl.Error
	if errors.As(err, &damaged) || errors.Is(err, bufio.ErrTooLong) {
		p.unread = append(p.unread, clip(name[1:]))
		return nil
	}
	return err
}

// start is the name of the first model part. Names are places in the package: none is ever a file's.
func (p *parts) start() (string, error) {
	if p.archive.Find(partRelationships[1:]) == nil && p.archive.Find(usualModel[1:]) != nil {
		return usualModel, nil
	}
	file, err := p.open(partRelationships, maxRelationships)
	if err != nil {
		return "", err
	}
	defer file.Close()
	s := newScanner(file)
	for {
		starts, err := s.start()
		switch {
		case errors.Is(err, errEnd):
			return "", refuse(remark.PackageNoModel, nil)
		case err != nil:
			return "", inPart(err, partRelationships)
		case !starts, string(s.local) != "Relationship", string(s.value("Type")) != modelRelationship,
			string(s.value("TargetMode")) == "External":
			continue
		}
		target, err := url.PathUnescape(string(s.value("Target")))
		if err != nil {
			return "", inPart(s.malformed(), partRelationships)
		}
		return path.Clean("/" + target), nil
	}
}

func (p *parts) model(name string) (*document, error) {
	file, err := p.open(name, p.left)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	d, err := parse(&counted{file, p})
	return d, inPart(err, name)
}

type counted struct {
	io.Reader
	*parts
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.left -= int64(n)
	c.report(float64(c.limit-c.left) / float64(c.limit))
	return n, err
}

// inPart adds to what is wrong with a part which one it is.
func inPart(err error, name string) error {
	var e *stl.Error
	if errors.As(err, &e) && slices.Contains(e.Facts(), "part") {
		e.Params = maps.Clone(e.Params)
		if e.Params == nil {
			e.Params = make(remark.Params)
		}
		e.Params["part"] = clip(strings.TrimPrefix(name, "/"))
	}
	return err
}

func refuse(kind remark.Kind, params remark.Params) error {
	return &stl.Error{Remark: kind.With(params)}
}
