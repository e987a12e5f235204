package handlers

import (
	"errors"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	"ostrakon/convert"
	"ostrakon/convert/jobs"
	"ostrakon/convert/memory"
	"ostrakon/store/refusal"
)

const (
	maxFields    = 16      // of a conversion's form, beside the file
	maxValue     = 1 << 10 // bytes of a field
	firstPiece   = 1 << 20 // bytes for which there is memory before they arrive
	fieldOfAsync = "async"
)

// upload is the form of a conversion.
type upload struct {
	jobs.Input
	async bool
}

// announced is the size of the body as the request states it, or an error if it is too large.
func (s *Server) announced(r *request) (int64, error) {
	switch most := s.conversions.maxSTL; {
	case r.ContentLength > most+maxForm:
		return 0, &http.MaxBytesError{Limit: most}
	case r.ContentLength < 0:
		return min(firstPiece, most), nil
	default:
		return min(r.ContentLength, most), nil
	}
}

// receiveSTL reads the form of a conversion: one part "file" and fields before and after it. Fields
// may also be in the query.
func (s *Server) receiveSTL(w http.ResponseWriter, r *request, place *jobs.Place) (up upload, err error) {
	fields, err := queryFields(r)
	if err != nil {
		return up, err
	}
	body, done := s.conversions.pacer.pace(w, http.MaxBytesReader(w, r.Body, s.conversions.maxSTL+maxForm))
	defer done()
	whole := r.Body
	defer func() { r.Body = whole }()
	r.Body = body
	parts, err := r.MultipartReader()
	if err != nil {
		return up, refusal.FormNotMultipart
	}
	form := formReader{place: place, size: r.ContentLength, most: s.conversions.maxSTL, fields: make(map[string]string)}
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = form.read(part)
		}
		if err != nil {
			return up, form.problem(err)
		}
	}
	if _, err := io.Copy(io.Discard, body); err != nil { // only after the end of the body does the server notice that a client goes away
		return up, form.problem(err)
	}
	listening(w)
	if err := form.complete(); err != nil {
		return up, err
	}
	if fields, err = agree(fields, form.fields); err != nil {
		return up, err
	}
	if up.async, err = parseAsync(fields[fieldOfAsync]); err != nil {
		return up, err
	}
	delete(fields, fieldOfAsync)
	up.Data, up.FileName = form.data, form.fileName
	up.Options, err = convert.ParseOptions(fields)
	return up, err
}

// queryFields reads the fields in the query.
func queryFields(r *request) (map[string]string, error) {
	fields := make(map[string]string)
	for name, values := range r.URL.Query() {
		if len(values) > 1 {
			return nil, refusal.Invalid(clip(name), refusal.Repeated, nil)
		}
		if len(values[0]) > maxValue {
			return nil, refusal.Invalid(clip(name), refusal.ValueTooLong, refusal.Facts{"max": maxValue})
		}
		fields[name] = values[0]
	}
	return fields, nil
}

// agree merges the fields of query and form. A field in both must have the same value.
func agree(query, form map[string]string) (map[string]string, error) {
	for name, value := range form {
		if other, both := query[name]; both && other != value {
			return nil, refusal.Invalid(clip(name), refusal.FormQueryDiffer, refusal.Facts{"form": clip(value), "query": clip(other)})
		}
	}
	maps.Copy(query, form)
	return query, nil
}

func parseAsync(value string) (bool, error) {
	switch value {
	case "", "0", "false":
		return false, nil
	case "1", "true":
		return true, nil
	}
	return false, refusal.Invalid(fieldOfAsync, refusal.NotChoice, refusal.Facts{"choices": []string{"1", "0"}})
}

// formReader collects the parts of a form.
type formReader struct {
	place *jobs.Place
	size  int64 // of the body; -1 if unknown
	most  int64 // bytes of the file

	fields   map[string]string
	found    bool
	fileName string
	data     []byte
}

func (f *formReader) read(part *multipart.Part) error {
	name, fileName := part.FormName(), part.FileName()
	if name == "file" {
		return f.readFile(part, fileName)
	}
	if fileName != "" {
		return refusal.FormOtherFile.With(refusal.Facts{"part": clip(name)})
	}
	if name == "" {
		return refusal.FormNamelessPart
	}
	if _, twice := f.fields[name]; twice {
		return refusal.Invalid(clip(name), refusal.Repeated, nil)
	}
	if len(f.fields) == maxFields {
		return refusal.FormTooMany.With(refusal.Facts{"max": maxFields})
	}
	value, err := io.ReadAll(io.LimitReader(part, maxValue+1))
	if err != nil {
		return err
	}
	if len(value) > maxValue {
		return refusal.Invalid(clip(name), refusal.ValueTooLong, refusal.Facts{"max": maxValue})
	}
	f.fields[name] = string(value)
	return nil
}

func (f *formReader) readFile(part io.Reader, fileName string) (err error) {
	if f.found {
		return refusal.FileRepeated
	}
	f.found, f.fileName = true, fileName
	if !strings.EqualFold(path.Ext(fileName), ".stl") {
		return refusal.FileUnsupported.With(refusal.Facts{"fileName": clip(fileName), "extension": ".stl"})
	}
	return f.readData(part)
}

// readData reads the file into one buffer of the size that the body states. It takes that memory
// only when the first piece has arrived.
func (f *formReader) readData(part io.Reader) error {
	data := make([]byte, 0, min(firstPiece, max(512, f.size)))
	for {
		if len(data) == cap(data) {
			if int64(len(data)) > f.most {
				return &http.MaxBytesError{Limit: f.most}
			}
			size := f.size
			if size <= int64(cap(data)) {
				size = min(2*int64(cap(data)), f.most+1) // one byte more shows that it is too large
			}
			if err := f.place.Grow(min(size, f.most)); err != nil {
				return err
			}
			data = append(memory.Make[byte](int(size))[:0], data...)
		}
		n, err := part.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if int64(len(data)) > f.most {
		return &http.MaxBytesError{Limit: f.most}
	}
	f.data = data
	return nil
}

// complete says what is missing from the form.
func (f *formReader) complete() error {
	switch {
	case !f.found:
		return refusal.FileMissing
	case len(f.data) == 0:
		return refusal.FileEmpty
	}
	return nil
}

// problem turns an error of reading the form into one for the client.
func (f *formReader) problem(err error) error {
	var own *refusal.Problem
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &own), errors.Is(err, jobs.ErrBusy):
		return err
	case errors.As(err, &tooLarge):
		return &http.MaxBytesError{Limit: f.most}
	}
	return refusal.FormDamaged
}
