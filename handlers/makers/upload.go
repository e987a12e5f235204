package makers

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/convert/unpack"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

const (
	maxFields    = 16      // of a conversion's form, beside the file
	maxValue     = 1 << 10 // bytes of a field
	fieldOfAsync = "async"
)

// upload is the form of a conversion.
type upload struct {
	jobs.Input
	async bool
}

// Form says what a form of a conversion may hold.
type Form struct {
	Parse   func(fields map[string]string) (convert.Options, error) // makes options of the fields
	STLOnly bool                                                    // refuse all but STL
}

// admit takes a place for an upload, and then reads its form. Whoever gets the place leaves it, and
// keeps or discards the files of the upload; converting does both.
func (a *API) admit(w http.ResponseWriter, r *rest.Request, of Form) (*jobs.Place, upload, error) {
	if most := a.options.MaxSTL; r.ContentLength > most+rest.MaxForm {
		return nil, upload{}, &http.MaxBytesError{Limit: most}
	}
	place, err := a.Converter.Admit(r.Client, r.ContentLength, func() { rest.Interrupt(w) })
	if err != nil {
		return nil, upload{}, refusalOf(err)
	}
	files := a.Converter.Begin()
	up, err := a.receive(w, r, place, files, of)
	if err != nil {
		files.Discard()
		place.Leave()
	}
	return place, up, refusalOf(err)
}

// receive reads the form of a conversion: one part "file" and fields before and after it. Fields
// may also be in the query.
func (a *API) receive(
	w http.ResponseWriter, r *rest.Request, place *jobs.Place, files *spool.Output, of Form,
) (up upload, err error) {
	fields, err := queryFields(r)
	if err != nil {
		return up, err
	}
	body, done := a.options.Server.Pacer.Pace(w, http.MaxBytesReader(w, r.Body, a.options.MaxSTL+rest.MaxForm))
	defer done()
	whole := r.Body
	defer func() { r.Body = whole }()
	r.Body = body
	parts, err := r.MultipartReader()
	if err != nil {
		return up, refusal.FormNotMultipart
	}
	form := formReader{
		place: place, files: files, size: r.ContentLength, most: a.options.MaxSTL, stlOnly: of.STLOnly,
		fields: make(map[string]string),
	}
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
	// Only after the end of the body does the server notice that a client goes away.
	if _, err := io.Copy(io.Discard, body); err != nil {
		return up, form.problem(err)
	}
	rest.Listening(w)
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
	up.Files, up.Upload, up.Data, up.FileName = files, form.upload, form.data, form.fileName
	if up.Options, err = of.Parse(fields); err != nil {
		return up, err
	}
	up.Options.Largest, up.Options.STLOnly = a.options.MaxSTL, of.STLOnly
	return up, place.Received()
}

// queryFields reads the fields in the query.
func queryFields(r *rest.Request) (map[string]string, error) {
	fields := make(map[string]string)
	for name, values := range r.URL.Query() {
		if len(values) > 1 {
			return nil, refusal.Invalid(rest.Clip(name), refusal.Repeated, nil)
		}
		if len(values[0]) > maxValue {
			return nil, refusal.Invalid(rest.Clip(name), refusal.ValueTooLong, refusal.Facts{"max": maxValue})
		}
		fields[name] = values[0]
	}
	return fields, nil
}

// agree merges the fields of query and form. A field in both must have the same value.
func agree(query, form map[string]string) (map[string]string, error) {
	for name, value := range form {
		if other, both := query[name]; both && other != value {
			facts := refusal.Facts{"form": rest.Clip(value), "query": rest.Clip(other)}
			return nil, refusal.Invalid(rest.Clip(name), refusal.FormQueryDiffer, facts)
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
	files *spool.Output
	size  int64 // of the body; -1 if unknown
	most  int64 // bytes of the file

	stlOnly bool

	fields   map[string]string
	found    bool
	fileName string
	upload   *spool.Upload // nil: the file is in data
	data     []byte
}

func (f *formReader) read(part *multipart.Part) error {
	name, fileName := part.FormName(), part.FileName()
	if name == "file" {
		return f.readFile(part, fileName)
	}
	if fileName != "" {
		return refusal.FormOtherFile.With(refusal.Facts{"part": rest.Clip(name)})
	}
	if name == "" {
		return refusal.FormNamelessPart
	}
	if _, twice := f.fields[name]; twice {
		return refusal.Invalid(rest.Clip(name), refusal.Repeated, nil)
	}
	if len(f.fields) == maxFields {
		return refusal.FormTooMany.With(refusal.Facts{"max": maxFields})
	}
	value, err := io.ReadAll(io.LimitReader(part, maxValue+1))
	if err != nil {
		return err
	}
	if len(value) > maxValue {
		return refusal.Invalid(rest.Clip(name), refusal.ValueTooLong, refusal.Facts{"max": maxValue})
	}
	f.fields[name] = string(value)
	return nil
}

func (f *formReader) readFile(part io.Reader, fileName string) (err error) {
	if f.found {
		return refusal.FileRepeated
	}
	f.found, f.fileName = true, fileName
	extensions := slices.DeleteFunc(unpack.Extensions(), func(e string) bool {
		return f.stlOnly && !strings.HasPrefix(e, ".stl") && e != ".zip"
	})
	_, extension := unpack.Split(fileName)
	extension = strings.ToLower(extension)
	// The refusal of a 3MF file says where it can be sent. Its reader gives that one.
	if !slices.Contains(extensions, extension) && extension != ".3mf" {
		return refusal.FileUnsupported.With(refusal.Facts{"fileName": rest.Clip(fileName),
			"extension": strings.Join(extensions, ", ")})
	}
	return f.readData(part)
}

// readData keeps a small file in memory. What is larger goes to a file as it arrives.
func (f *formReader) readData(part io.Reader) error {
	capacity := int64(jobs.SmallUpload)
	if f.size > 0 {
		capacity = min(capacity, f.size)
	}
	data, total := make([]byte, 0, capacity), int64(0)
	for {
		n, err := part.Read(data[len(data):cap(data)])
		data, total = data[:len(data)+n], total+int64(n)
		if total > f.most {
			return &http.MaxBytesError{Limit: f.most}
		}
		if err == nil {
			err = f.place.Arrived(n)
		}
		if err == io.EOF {
			break
		}
		if err == nil && len(data) == cap(data) {
			err = f.store(data)
			data = data[:0]
		}
		if err != nil {
			return err
		}
	}
	f.data = data
	if f.upload != nil {
		f.data = nil
		return f.store(data)
	}
	return nil
}

// store writes a piece of the file to the upload's file.
func (f *formReader) store(piece []byte) (err error) {
	if f.upload == nil {
		if f.upload, err = f.files.Upload(); err != nil {
			return err
		}
	}
	_, err = f.upload.Write(piece)
	return err
}

// complete returns the refusal of a form that lacks the file.
func (f *formReader) complete() error {
	switch {
	case !f.found:
		return refusal.FileMissing
	case f.upload == nil && len(f.data) == 0:
		return refusal.FileEmpty
	}
	return nil
}

// problem turns an error of reading the form into one for the client.
func (f *formReader) problem(err error) error {
	var own *refusal.Problem
	var tooLarge *http.MaxBytesError
	var neverFits *spool.SizeError
	if lost := f.place.Arrived(0); lost != nil {
		return lost
	}
	switch {
	case errors.As(err, &own), errors.As(err, &neverFits), errors.Is(err, spool.ErrFull),
		errors.As(err, new(*fs.PathError)):
		return err
	case errors.As(err, &tooLarge):
		return &http.MaxBytesError{Limit: f.most}
	}
	return refusal.FormDamaged
}
