package rest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"ostrakon/store/refusal"
)

// Problem is an error as the client sees it (RFC 9457).
type Problem struct {
	Type      string        `json:"type"`
	Title     string        `json:"title"`
	Status    int           `json:"status"`
	Detail    string        `json:"detail"`
	Instance  string        `json:"instance"`
	Code      string        `json:"code"`
	RequestID string        `json:"requestId"`
	Params    refusal.Facts `json:"params,omitempty"` // the facts of Detail
	Errors    []Field       `json:"errors,omitempty"`
}

// Field is one field of a request that has a fault. Its code is that of the fault, or that of the problem itself.
type Field struct {
	Field   string        `json:"field"`
	Code    string        `json:"code"`
	Message string        `json:"message"`
	Params  refusal.Facts `json:"params,omitempty"`
	Line    int           `json:"line,omitempty"` // in the table that has the field
}

// ViewFields makes the fields of an answer.
func ViewFields(fields []refusal.Field) (views []Field) {
	for _, f := range fields {
		views = append(views, Field{f.Name, f.Fault.Code(), f.Message(), f.AllFacts(), f.Line})
	}
	return views
}

// FieldError refuses a request for a field whose fault is not in the catalogue of refusals.
type FieldError struct{ Field Field }

// Error returns the name of the field and its fault.
func (e *FieldError) Error() string { return e.Field.Field + ": " + e.Field.Message }

// Unwrap returns the refusal.
func (e *FieldError) Unwrap() error { return refusal.ValidationFailed }

// RefusalOf returns the refusal that an error is, or Internal.
func RefusalOf(err error) *refusal.Problem {
	var known *refusal.Problem
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &tooLarge):
		return refusal.BodyTooLarge.With(refusal.Facts{"limit": tooLarge.Limit})
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return refusal.BusyServer
	}
	return refusal.Internal
}

// FieldsOf returns the fields that an error refuses a request for.
func FieldsOf(err error) []Field {
	if one, ok := errors.AsType[*FieldError](err); ok {
		return []Field{one.Field}
	}
	return ViewFields(RefusalOf(err).Fields())
}

// RateLimited refuses a request of a client that asks too often.
func RateLimited(retry time.Duration) error {
	seconds := int((retry + time.Second - 1) / time.Second)
	return refusal.RateLimited.With(refusal.Facts{"retryAfter": max(1, seconds)})
}

// ProblemType is the address of a code's description, in the OpenAPI document.
const ProblemType = "/api/openapi.json#/x-problems/"

// Describe returns an error as the client of the request sees it.
func (r *Request) Describe(err error) Problem {
	p := RefusalOf(err)
	return Problem{
		Type: ProblemType + p.Code(), Title: p.Title(), Status: p.Status(), Detail: p.Detail(),
		Instance: r.URL.EscapedPath(), Code: p.Code(), RequestID: r.ID, Params: p.Facts(), Errors: FieldsOf(err),
	}
}

// RespondProblem answers with a problem.
func RespondProblem(w http.ResponseWriter, p Problem) {
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
