package makers

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"ostrakon/convert/spool"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/models"
	"ostrakon/handlers/rest"
	"ostrakon/handlers/worker"
)

// Paths of the API. Those that end with a slash have a parameter behind it.
const (
	ConvertPath     = "/api/convert"
	ConvertSTLPath  = "/api/convert-stl"
	InspectPath     = "/api/inspect"
	MethodsPath     = "/api/conversion-methods"
	ConversionsPath = "/api/conversions/"
	FilesPath       = "/api/files/"
)

// Serves reports whether a path is one of this API.
func Serves(path string) bool {
	switch path {
	case ConvertPath, ConvertSTLPath, InspectPath, MethodsPath:
		return true
	}
	return strings.HasPrefix(path, FilesPath) || strings.HasPrefix(path, ConversionsPath)
}

// Options are the limits of conversions. All but Dir and Server have a default.
type Options struct {
	Dir     string        // for converted files
	Models  string        // for those that are kept, used by this server alone; "" means beside Dir
	TTL     time.Duration // how long converted files are kept; 0 means an hour
	Cap     int64         // bytes of all converted files; 0 means 4 GiB
	MaxSTL  int64         // bytes of an uploaded file; 0 means 512 MiB
	Workers int           // conversions at a time; 0 means one for each core
	Queue   int           // uploads that are received or wait meanwhile; 0 means 32
	Memory  int64         // bytes that all conversions may take; 0 means jobs.MachineMemory
	Command []string      // the program that converts, see jobs.Options

	// Space measures the file system that a directory is on, in bytes; nil means that it is never full.
	Space func(dir string) (free, total int64, err error)

	Server Server // set by the server
}

// Server has the parts of the server that conversions share.
type Server struct {
	Now    func() time.Time
	Logger *slog.Logger
	Pacer  *rest.Pacer
	Yield  func() bool                          // see jobs.Options
	Turns  *worker.Turns                        // see worker.Options
	Gzip   func(acceptEncoding []string) bool   // whether a client takes gzip, by its header
	Count  func(o jobs.Outcome, outcome string) // counts a conversion that was done, refused, cancelled or failed
}

// API answers the requests of makers.
type API struct {
	Spool     *spool.Spool    // the converted files; the server runs it
	Models    *models.Shelf   // those that are kept
	Converter *jobs.Converter // the server may close it before the API

	options Options
}

// Open opens the directory of converted files. End the API with Close.
func Open(o Options) (*API, error) {
	if o.MaxSTL == 0 {
		o.MaxSTL = 512 << 20
	}
	files, err := spool.Open(o.Dir, spool.Options{TTL: o.TTL, Cap: o.Cap, Now: o.Server.Now, Space: o.Space})
	if err != nil {
		return nil, err
	}
	shelf, err := models.Open(models.Options{
		Dir: cmp.Or(o.Models, o.Dir+"-models"), Logger: o.Server.Logger, Space: o.Space,
	})
	if err != nil {
		return nil, errors.Join(err, files.Close())
	}
	a := &API{Spool: files, Models: shelf, options: o}
	a.Converter = jobs.New(files, jobs.Options{
		Command: o.Command, Workers: o.Workers, Queue: o.Queue, Memory: o.Memory,
		Now: o.Server.Now, Done: a.ended, Yield: o.Server.Yield, Turns: o.Server.Turns,
	})
	return a, nil
}

// Close ends the conversions in the background and releases the directories of converted files and of kept models.
func (a *API) Close() error {
	return errors.Join(a.Converter.Close(), a.Spool.Close(), a.Models.Close())
}

// ended counts a conversion, and logs a failure that no answer to a request will show.
func (a *API) ended(o jobs.Outcome) {
	outcome := "done"
	switch {
	case o.Err == nil:
	case errors.Is(o.Err, context.Canceled):
		outcome = "cancelled"
	case rest.RefusalOf(refusalOf(o.Err)).Status() < http.StatusInternalServerError:
		outcome = "refused"
	default:
		outcome = "failed"
	}
	a.options.Server.Count(o, outcome)
	if outcome == "failed" && o.Job != "" {
		a.options.Server.Logger.Error("conversion failed", "conversion", o.Job, "error", o.Err.Error())
	}
}
