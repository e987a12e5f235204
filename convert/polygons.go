package convert

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"ostrakon/convert/obj"
	"ostrakon/convert/ply"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

const (
	// sniffed is the number of bytes by which OBJ and PLY are told: OBJ may begin with long comments.
	sniffed = 64 << 10
	// maxLibrary is the most bytes of a file of materials beside an OBJ file.
	maxLibrary = 4 << 20
)

// HasPolygons reports whether a file of size bytes is OBJ or PLY.
func HasPolygons(file io.ReaderAt, size int64) (bool, error) {
	format, err := polygonsOf(file, size)
	return format != stl.Binary, err
}

// polygonsOf is the format of a file with polygons, OBJ or PLY, and stl.Binary for others.
func polygonsOf(file io.ReaderAt, size int64) (stl.Format, error) {
	start := make([]byte, min(size, sniffed))
	if _, err := file.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return stl.Binary, fmt.Errorf("convert: read: %w", err)
	}
	switch {
	case stl.IsExact(start, size):
	case ply.Is(start):
		return stl.PLY, nil
	case obj.Is(start):
		return stl.OBJ, nil
	}
	return stl.Binary, nil
}

// readPolygons reads an OBJ or PLY file. The model is nil if the file is neither.
func (r *run) readPolygons() (*stl.Model, error) {
	format, err := polygonsOf(r.from.readerAt(), r.from.size)
	switch {
	case err != nil || format == stl.Binary:
		return nil, err
	case r.opts.STLOnly:
		return nil, &stl.Error{Remark: remark.NotSTL.With(remark.Params{"format": strings.ToUpper(format.String())})}
	}
	data, err := r.from.all()
	if err != nil {
		return nil, err
	}
	library := r.from.library
	r.from = source{} // the reader owns data
	if format == stl.PLY {
		return ply.Read(data)
	}
	return obj.Read(data, library)
}
