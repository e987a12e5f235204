package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/picture"
	"ostrakon/ocr/raster"
	"ostrakon/store/durable"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// problemView is an error as the client sees it (RFC 9457).
type problemView struct {
	Type      string        `json:"type"`
	Title     string        `json:"title"`
	Status    int           `json:"status"`
	Detail    string        `json:"detail"`
	Instance  string        `json:"instance"`
	Code      string        `json:"code"`
	RequestID string        `json:"requestId"`
	Params    refusal.Facts `json:"params,omitempty"` // the facts of Detail
	Errors    []fieldView   `json:"errors,omitempty"`
}

// fieldView is one field of a request that has a fault. Its code is that of the fault, or that of
// the problem itself.
type fieldView struct {
	Field   string        `json:"field"`
	Code    string        `json:"code"`
	Message string        `json:"message"`
	Params  refusal.Facts `json:"params,omitempty"`
	Line    int           `json:"line,omitempty"` // of the table that the field is in
}

func viewFields(fields []refusal.Field) (views []fieldView) {
	for _, f := range fields {
		views = append(views, fieldView{f.Name, f.Fault.Code(), f.Message(), f.AllFacts(), f.Line})
	}
	return views
}

// problemType is the address of a code's description, in the OpenAPI document.
const problemType = "/api/openapi.json#/x-problems/"

// problemOf is the one place that turns an error into a problem for the client. An unknown error
// becomes a 500, which reveals nothing about the server.
func problemOf(err error) *refusal.Problem {
	var known *refusal.Problem
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &tooLarge):
		return refusal.BodyTooLarge.With(refusal.Facts{"limit": tooLarge.Limit})
	case errors.Is(err, sealing.ErrBadSecret):
		return refusal.KeyWrong
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return refusal.BusyServer
	}
	if p := imageProblem(err, picture.Limits()); p != nil {
		return p
	}
	if p := conversionProblem(err); p != nil {
		return p
	}
	if durable.IsFull(err) {
		return refusal.DiskFull
	}
	return refusal.Internal
}

// viewFieldsOf is what an error says about fields.
func viewFieldsOf(err error) []fieldView {
	var option *convert.OptionError
	if errors.As(err, &option) {
		return []fieldView{{Field: clip(option.Option), Code: option.Code(), Message: option.Remark.String(), Params: refusal.Facts(option.Params)}}
	}
	return viewFields(problemOf(err).Fields())
}

// rateLimited is the answer to a client that asks too often.
func rateLimited(retry time.Duration) error {
	seconds := int((retry + time.Second - 1) / time.Second)
	return refusal.RateLimited.With(refusal.Facts{"retryAfter": max(1, seconds)})
}

// describe is an error as the client of the request sees it.
func (r *request) describe(err error) problemView {
	p := problemOf(err)
	return problemView{
		Type: problemType + p.Code(), Title: p.Title(), Status: p.Status(), Detail: p.Detail(), Instance: r.URL.EscapedPath(),
		Code: p.Code(), RequestID: r.id, Params: p.Facts(), Errors: viewFieldsOf(err),
	}
}

// fail answers a request with an error.
func (s *Server) fail(w http.ResponseWriter, r *request, err error) {
	p := r.describe(err)
	if p.Status >= 500 && !errors.Is(err, context.Canceled) { // if the client has gone, the server has not failed
		s.logFault(r.Context(), exchangeOf(w), slog.LevelError, "request failed", slog.String("code", p.Code), slog.String("error", err.Error()))
	}
	h := w.Header()
	switch p.Status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		seconds, _ := p.Params["retryAfter"].(int)
		h.Set("Retry-After", strconv.Itoa(max(1, seconds)))
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p) // the client may have gone
}

// imageProblem is the problem of an image that cannot be read within limits; nil for other errors.
func imageProblem(err error, accept raster.Limits) *refusal.Problem {
	refused, explained := errors.AsType[*raster.Error](err)
	facts := make(refusal.Facts)
	if explained {
		facts["reason"], facts["detail"] = refused.Reason.String(), refused.Message()
		maps.Copy(facts, refused.Facts)
	}
	unsupported, tooLarge := refusal.ImageUnsupported, refusal.ImageTooLarge
	if explained {
		unsupported, tooLarge = refusal.ImageUnsupportedFor, refusal.ImageTooLargeFor
	}
	switch {
	case errors.Is(err, raster.ErrEmpty):
		return refusal.ImageMissing
	case errors.Is(err, raster.ErrUnsupported):
		return unsupported.With(refusal.Facts{"formats": accept.Formats()}).With(facts)
	case errors.Is(err, raster.ErrTooLarge):
		return tooLarge.With(refusal.Facts{"maxBytes": accept.Bytes, "maxPixels": accept.Pixels, "maxSide": accept.Side}).With(facts)
	case errors.Is(err, raster.ErrDamaged):
		return refusal.ImageDamaged
	}
	return nil
}

// conversionProblem is the problem of a conversion that failed; nil for other errors.
func conversionProblem(err error) *refusal.Problem {
	var unreadable *stl.Error
	var size *convert.SizeError
	var stored *spool.SizeError
	var memory *jobs.MemoryError
	switch {
	case errors.As(err, &unreadable):
		return refusal.FileUnreadable.With(unreadableFacts(unreadable))
	case errors.As(err, new(*convert.OptionError)):
		return refusal.ValidationFailed
	case errors.As(err, &size):
		return refusal.OutputTooLarge.With(refusal.Facts{"file": size.File, "size": size.Size, "limit": int64(convert.MaxOutputBytes)})
	case errors.As(err, &stored):
		return refusal.StorageTooSmall.With(refusal.Facts{"size": stored.Size, "limit": stored.Limit})
	case errors.As(err, &memory):
		return refusal.MemoryTooSmall.With(refusal.Facts{"limit": memory.Limit})
	case errors.Is(err, spool.ErrNotFound):
		return refusal.FileGone
	case errors.Is(err, jobs.ErrNotFound):
		return refusal.ConversionGone
	case errors.Is(err, jobs.ErrBusy):
		return refusal.BusyConversions
	case errors.Is(err, spool.ErrFull):
		return refusal.StorageFull.With(refusal.Facts{"retryAfter": 60})
	case errors.Is(err, jobs.ErrFailed):
		return refusal.ConversionFailed
	}
	return nil
}

// unreadableFacts says what is wrong with a file, and where.
func unreadableFacts(e *stl.Error) refusal.Facts {
	facts := refusal.Facts{"reason": e.Code(), "detail": sentence(e)}
	maps.Copy(facts, e.Params)
	switch {
	case e.Line > 0:
		facts["line"] = e.Line
	case e.Offset > 0:
		facts["byte"] = e.Offset
	}
	return facts
}

// sentence is the text of an error as a sentence: with a capital and one full stop.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}
