package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/handlers/jobs"
	"ostrakon/store/refusal"
)

// ConversionOptions are the limits of conversions. The zero value is ready to use.
type ConversionOptions struct {
	Dir     string        // for converted files; "" means one of this installation below the system's temporary directory
	TTL     time.Duration // how long converted files are kept; 0 means an hour
	Cap     int64         // bytes of all converted files; 0 means 4 GiB
	MaxSTL  int64         // bytes of an uploaded file; 0 means 512 MiB
	Workers int           // conversions at a time; 0 means one for each core
	Queue   int           // uploads that are received or wait meanwhile; 0 means 32
	Memory  int64         // bytes that all conversions may take; 0 means jobs.MachineMemory
	Command []string      // the program that converts, see jobs.Options

	// Space measures the file system that a directory is on, in bytes; nil means that it is never full.
	Space func(dir string) (free, total int64, err error)
}

// conversions is the part of a server that converts.
type conversions struct {
	options   ConversionOptions
	spool     *spool.Spool
	converter *jobs.Converter
	maxSTL    int64
	pacer     pacer
}

// openConversions opens the directory of converted files.
func (s *Server) openConversions(opts ConversionOptions) (err error) {
	if opts.Dir == "" {
		opts.Dir = filepath.Join(os.TempDir(), "ostrakon-"+s.store.InstallationID())
	}
	if opts.MaxSTL == 0 {
		opts.MaxSTL = 512 << 20
	}
	c := &s.conversions
	c.options, c.maxSTL = opts, opts.MaxSTL
	if c.spool, err = spool.Open(opts.Dir, spool.Options{TTL: opts.TTL, Cap: opts.Cap, Now: s.now, Space: opts.Space}); err != nil {
		return err
	}
	c.converter = jobs.New(c.spool, jobs.Options{
		Command: opts.Command, Workers: opts.Workers, Queue: opts.Queue, Memory: opts.Memory, Now: s.now, Done: s.conversionEnded,
		Yield: s.store.Voting,
	})
	return nil
}

// Close ends the conversions in the background and releases the directory of converted files.
// Whoever opened the store closes it.
func (s *Server) Close() error {
	s.stopRehearsal()
	s.logHour(context.Background(), s.now().Add(logGrain)) // of the hour that has begun
	return errors.Join(s.conversions.converter.Close(), s.conversions.spool.Close())
}

// conversionEnded counts a conversion, and logs a failure that no answer to a request will show.
func (s *Server) conversionEnded(o jobs.Outcome) {
	outcome := "done"
	switch {
	case o.Err == nil:
	case errors.Is(o.Err, context.Canceled):
		outcome = "cancelled"
	case problemOf(o.Err).Status() < http.StatusInternalServerError:
		outcome = "refused"
	default:
		outcome = "failed"
	}
	s.meter.noteConversion(o, outcome)
	if outcome == "failed" && o.Job != "" {
		s.log.Error("conversion failed", slog.String("conversion", o.Job), slog.String("error", o.Err.Error()))
	}
}

// convert converts an uploaded model.
func (s *Server) convert(w http.ResponseWriter, r *request) error {
	return s.convertAs(w, r, convert.ParseOptions)
}

// convertSTL converts an uploaded STL file.
func (s *Server) convertSTL(w http.ResponseWriter, r *request) error {
	return s.convertAs(w, r, func(fields map[string]string) (convert.Options, error) {
		o, err := convert.ParseOptions(fields)
		o.STLOnly = true
		return o, err
	})
}

func (s *Server) convertAs(w http.ResponseWriter, r *request, parse reading) error {
	ready := patient(w)
	defer ready()
	place, up, err := s.admitModel(w, r, parse)
	if err != nil {
		return err
	}
	if up.async {
		job := s.conversions.converter.Start(place, up.Input)
		return respondAccepted(w, s.viewJob(r, job))
	}
	done, err := s.conversions.converter.Convert(r.Context(), place, up.Input)
	if err != nil {
		return err
	}
	return respond(w, viewConversion(done))
}

// convertNow converts an uploaded file while the client waits, which it must.
func (s *Server) convertNow(w http.ResponseWriter, r *request, parse reading) (*jobs.Conversion, error) {
	place, up, err := s.admitModel(w, r, parse)
	if err != nil {
		return nil, err
	}
	if up.async {
		up.Files.Discard()
		place.Leave()
		return nil, refusal.Invalid(fieldOfAsync, refusal.NotChoice, refusal.Facts{"choices": []string{"0"}})
	}
	return s.conversions.converter.Convert(r.Context(), place, up.Input)
}

// getConversion answers how far a conversion in the background is, or with its result.
func (s *Server) getConversion(w http.ResponseWriter, r *request) error {
	job, err := s.conversions.converter.Job(r.params.ByName("id"))
	if err != nil {
		return err
	}
	return respond(w, s.viewJob(r, job))
}

// removeConversion ends a conversion in the background, or removes its result.
func (s *Server) removeConversion(w http.ResponseWriter, r *request) error {
	return respondDeleted(w, s.conversions.converter.Remove(r.Context(), r.params.ByName("id")))
}

// listConversionMethods answers with the methods, their options and the limits.
func (s *Server) listConversionMethods(w http.ResponseWriter, _ *request) error {
	var list methodsView
	for _, m := range convert.Methods() {
		list.Methods = append(list.Methods, viewMethod(m))
	}
	list.Default = convert.MeshLib
	list.MaxFileSize = s.conversions.maxSTL
	list.KeptSeconds = int64(s.conversions.spool.TTL().Seconds())
	return respond(w, list)
}
