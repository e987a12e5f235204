package makers

import (
	"time"

	"ostrakon/convert"
	"ostrakon/convert/remark"
	"ostrakon/convert/solid"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/rest"
)

// The shapes of the answers about conversions, in snake_case.

type fileView struct {
	Name      string `json:"name"`
	URL       string `json:"url"`
	MediaType string `json:"media_type"`
	Size      int64  `json:"size"`
	GzipSize  int64  `json:"gzip_size,omitempty"`
}

type conversionOptionsView struct {
	As      convert.Kind    `json:"as"`
	Unit    convert.Unit    `json:"unit"`
	Up      convert.Up      `json:"up"`
	Shading convert.Shading `json:"shading"`
	Angle   *float64        `json:"angle,omitempty"`
	Level   convert.Level   `json:"level,omitempty"`
	Normals convert.Normals `json:"normals,omitempty"`
	Name    string          `json:"name,omitempty"`
	Facets  int             `json:"facets,omitempty"`
}

type boundsView struct {
	Min [3]float32 `json:"min"`
	Max [3]float32 `json:"max"`
}

type warningView struct {
	Code     string        `json:"code"`
	Severity string        `json:"severity"`
	Message  string        `json:"message"`
	Params   remark.Params `json:"params,omitempty"` // the facts of Message
}

type conversionView struct {
	DownloadURL string                `json:"download_url"`
	Thumbnail   string                `json:"thumbnail_url,omitempty"`
	Files       []fileView            `json:"files"`
	Method      convert.Method        `json:"method"`
	Options     conversionOptionsView `json:"options"`
	Format      string                `json:"format"`
	Facets      int                   `json:"facets"`
	Vertices    int                   `json:"vertices"`
	Solids      int                   `json:"solids"`
	Dropped     int                   `json:"dropped"`
	Degenerate  int                   `json:"degenerate"`
	Plate       int                   `json:"plate,omitempty"`
	Plates      int                   `json:"plates,omitempty"`
	Bounds      boundsView            `json:"bounds"`
	InputSize   int64                 `json:"input_size"`
	OutputSize  int64                 `json:"output_size"`
	DurationMS  float64               `json:"duration_ms"`
	ExpiresAt   time.Time             `json:"expires_at"`
	Warnings    []warningView         `json:"warnings"`
	Report      *solid.Report         `json:"report,omitempty"`
	Simplified  *convert.Simplified   `json:"simplified,omitempty"`
}

func viewConversion(c *jobs.Conversion) conversionView {
	v := conversionView{
		Method: c.Options.Method, Options: viewOptions(c.Options), Format: c.Format.String(),
		Facets: c.Facets, Vertices: c.Vertices, Solids: c.Solids, Dropped: c.Dropped, Degenerate: c.Degenerate,
		Plate: c.Plate, Plates: c.Plates, Bounds: boundsView(c.Bounds), InputSize: c.InputSize, OutputSize: c.OutputSize,
		DurationMS: float64(c.Duration.Microseconds()) / 1000, ExpiresAt: c.Expires.UTC().Truncate(time.Millisecond),
		Warnings: viewWarnings(c.Warnings), Report: c.Report, Simplified: c.Simplified,
	}
	for _, f := range c.Files {
		v.Files = append(v.Files, fileView{f.Name, FilesPath + f.Name, f.MediaType, f.Size, f.Packed})
	}
	v.DownloadURL = v.Files[0].URL
	if last := v.Files[len(v.Files)-1]; last.MediaType == convert.MediaTypePNG {
		v.Thumbnail = last.URL
	}
	return v
}

func viewWarnings(list []remark.Remark) []warningView {
	views := []warningView{}
	for _, w := range list {
		severity := "warning"
		if w.Info() {
			severity = "info"
		}
		views = append(views, warningView{w.Code(), severity, w.String(), w.Params})
	}
	return views
}

func viewOptions(o convert.Options) conversionOptionsView {
	v := conversionOptionsView{
		As: o.As, Unit: o.Unit, Up: o.Up, Shading: o.Shading, Level: o.Level, Normals: o.Normals(), Name: o.Name,
		Facets: o.Facets,
	}
	if o.Shading == convert.Crease {
		v.Angle = &o.Angle
	}
	return v
}

type jobView struct {
	ID        string          `json:"id"`
	StatusURL string          `json:"status_url"`
	Status    jobs.Status     `json:"status"`
	Stage     string          `json:"stage,omitempty"`
	Fraction  float64         `json:"fraction"`
	Result    *conversionView `json:"result,omitempty"`
	Problem   *rest.Problem   `json:"problem,omitempty"`
}

func viewJob(r *rest.Request, j *jobs.Job) jobView {
	state := j.State()
	v := jobView{
		ID: j.ID, StatusURL: ConversionsPath + j.ID, Status: state.Status, Stage: state.Stage, Fraction: state.Fraction,
	}
	switch state.Status {
	case jobs.Done:
		v.Fraction, v.Result = 1, new(viewConversion(state.Conversion))
	case jobs.Failed:
		v.Problem = new(r.Describe(refusalOf(state.Err)))
		v.Problem.Instance = v.StatusURL
	}
	return v
}

type methodsView struct {
	Default     convert.Method `json:"default"`
	MaxFileSize int64          `json:"max_file_size"`
	KeptSeconds int64          `json:"kept_seconds"`
	Methods     []methodView   `json:"methods"`
}

type methodView struct {
	Name        convert.Method `json:"name"`
	Output      string         `json:"output"`
	Files       []string       `json:"files"`
	Description string         `json:"description"`
	Purpose     string         `json:"purpose"`
	Extensions  []string       `json:"extensions"`
	Options     []optionView   `json:"options"`
	Levels      []levelView    `json:"levels"`
}

type optionView struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Choices     []string `json:"choices,omitempty"`
	Default     string   `json:"default"`
	Limits      string   `json:"limits,omitempty"`
	Min         *float64 `json:"min,omitempty"`
	Max         *float64 `json:"max,omitempty"`
	MaxBytes    int      `json:"max_bytes,omitempty"`
}

type levelView struct {
	Name        convert.Level `json:"name"`
	Description string        `json:"description"`
	Extensions  []string      `json:"extensions"`
}

func viewMethod(m convert.MethodInfo) methodView {
	v := methodView{
		Name: m.Method, Output: m.Output, Files: m.Files, Description: m.Description, Purpose: m.Purpose,
		Extensions: append([]string{}, m.Extensions...), Options: []optionView{}, Levels: []levelView{},
	}
	for _, o := range m.Options {
		v.Options = append(v.Options, optionView(o))
	}
	for _, l := range m.Levels {
		v.Levels = append(v.Levels, levelView{l.Level, l.Description, append([]string{}, l.Extensions...)})
	}
	return v
}
