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
	"ostrakon/convert/jobs"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
	"ostrakon/handlers/password"
	"ostrakon/handlers/picture"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/fault"
)

// fieldProblem is one field of a request that is at fault. Code is that of a
// fault, or that of the problem itself.
type fieldProblem struct {
	Field   string       `json:"field"`
	Code    string       `json:"code"`
	Message string       `json:"message"`
	Params  fault.Params `json:"params,omitempty"`
}

func faultOf(field string, code fault.Code, params fault.Params) fieldProblem {
	return fieldProblem{field, string(code), fault.Fault{Code: code, Params: params}.Message(), params}
}

// fieldProblems is what the client is told of fields that are wrong.
func fieldProblems(wrong []store.FieldError) []fieldProblem {
	var faults []fieldProblem
	for _, f := range wrong {
		faults = append(faults, faultOf(f.Field, f.Code, f.Params))
	}
	return faults
}

// problem is an error as the client sees it: RFC 9457 with a stable code. It
// is also an error value, for what handlers find wrong themselves.
type problem struct {
	Type      string         `json:"type"`
	Title     string         `json:"title"`
	Status    int            `json:"status"`
	Detail    string         `json:"detail"`
	Instance  string         `json:"instance"`
	Code      string         `json:"code"`
	RequestID string         `json:"requestId"`
	Params    fault.Params   `json:"params,omitempty"` // the facts of Detail
	Errors    []fieldProblem `json:"errors,omitempty"`

	retryAfter int // seconds, for 429 and 503
}

func (p *problem) Error() string { return p.Code + ": " + p.Detail }

// problemType is where a code is described: a member of the OpenAPI document.
const problemType = "/api/openapi.json#/x-problems/"

// statuses maps every code a client can see to its status. openapi.yaml
// describes the same codes; a test holds the two together.
func statuses() map[string]int {
	return map[string]int{
		"malformed_json":            http.StatusBadRequest,
		"validation_failed":         http.StatusBadRequest,
		"invalid_multipart":         http.StatusBadRequest,
		"image_missing":             http.StatusBadRequest,
		"image_unsupported":         http.StatusBadRequest,
		"image_too_large":           http.StatusBadRequest,
		"image_damaged":             http.StatusBadRequest,
		"email_taken":               http.StatusBadRequest,
		"identity_taken":            http.StatusBadRequest,
		"image_unreadable":          http.StatusBadRequest,
		"admission_refused":         http.StatusBadRequest,
		"verification_spent":        http.StatusBadRequest,
		"roll_clash":                http.StatusBadRequest,
		"roll_in_use":               http.StatusBadRequest,
		"roll_registered":           http.StatusBadRequest,
		"roll_empty":                http.StatusBadRequest,
		"wrong_password":            http.StatusBadRequest,
		"last_admin":                http.StatusBadRequest,
		"election_not_draft":        http.StatusBadRequest,
		"election_not_active":       http.StatusBadRequest,
		"election_not_completed":    http.StatusBadRequest,
		"illegal_transition":        http.StatusBadRequest,
		"election_has_no_key":       http.StatusBadRequest,
		"too_few_candidates":        http.StatusBadRequest,
		"too_many_candidates":       http.StatusBadRequest,
		"candidate_not_in_election": http.StatusBadRequest,
		"already_voted":             http.StatusBadRequest,
		"voting_not_open":           http.StatusBadRequest,
		"voting_closed":             http.StatusBadRequest,
		"file_missing":              http.StatusBadRequest,
		"file_repeated":             http.StatusBadRequest,
		"file_empty":                http.StatusBadRequest,
		"file_type_unsupported":     http.StatusBadRequest,
		"file_unreadable":           http.StatusBadRequest,
		"query_malformed":           http.StatusBadRequest,
		"output_too_large":          http.StatusBadRequest,
		"token_missing":             http.StatusUnauthorized,
		"token_invalid":             http.StatusUnauthorized,
		"token_expired":             http.StatusUnauthorized,
		"invalid_credentials":       http.StatusUnauthorized,
		"role_required":             http.StatusForbidden,
		"not_in_electorate":         http.StatusForbidden,
		"account_suspended":         http.StatusForbidden,
		"results_restricted":        http.StatusForbidden,
		"setup_closed":              http.StatusForbidden,
		"not_found":                 http.StatusNotFound,
		"route_not_found":           http.StatusNotFound,
		"results_not_calculated":    http.StatusNotFound,
		"leaf_pending":              http.StatusNotFound,
		"method_not_allowed":        http.StatusMethodNotAllowed,
		"precondition_failed":       http.StatusPreconditionFailed,
		"range_not_satisfiable":     http.StatusRequestedRangeNotSatisfiable,
		"conversion_failed":         http.StatusInternalServerError,
		"storage_full":              http.StatusServiceUnavailable,
		"body_too_large":            http.StatusRequestEntityTooLarge,
		"rate_limited":              http.StatusTooManyRequests,
		"internal":                  http.StatusInternalServerError,
		"election_key_missing":      http.StatusInternalServerError,
		"election_key_wrong":        http.StatusInternalServerError,
		"ballots_unreadable":        http.StatusInternalServerError,
		"busy":                      http.StatusServiceUnavailable,
		"ocr_unavailable":           http.StatusServiceUnavailable,
		"not_ready":                 http.StatusServiceUnavailable,
	}
}

// invalid is a problem with one field of a request.
func invalid(field string, code fault.Code, params fault.Params) error {
	return invalidField(faultOf(field, code, params))
}

func invalidField(f fieldProblem) *problem {
	return &problem{Code: "validation_failed", Detail: "The request has a field that cannot be accepted.", Errors: []fieldProblem{f}}
}

// rateLimited is the answer to a client that asks too often.
func rateLimited(retry time.Duration) error {
	seconds := int((retry + time.Second - 1) / time.Second)
	return &problem{Code: "rate_limited", Detail: "Too many attempts. Wait a little and try again.", retryAfter: seconds}
}

// faulty is the problem of fields that are at fault, or nil.
func faulty(faults []fieldProblem) error {
	if len(faults) == 0 {
		return nil
	}
	return &problem{Code: "validation_failed", Detail: "The request has fields that cannot be accepted.", Errors: faults}
}

// problemOf is the one place that turns an error into what the client is told.
// What it does not know is a 500 that tells nothing of the inside.
func problemOf(err error) *problem {
	var own *problem
	var rule *store.Error
	var fields *store.ValidationError
	var weak *password.WeakError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &own):
		p := *own
		return &p
	case errors.As(err, &rule):
		p := &problem{Code: string(rule.Code), Detail: rule.Message, Params: rule.Params}
		if rule.Field != "" {
			p.Errors = []fieldProblem{{Field: rule.Field, Code: p.Code, Message: rule.Message, Params: rule.Params}}
		}
		return p
	case errors.As(err, &fields):
		return &problem{Code: "validation_failed", Detail: "The request has fields that cannot be accepted.", Errors: fieldProblems(fields.Fields)}
	case errors.As(err, &weak):
		return invalidField(faultOf("password", weak.Code, weak.Params))
	case errors.As(err, &tooLarge):
		return &problem{Code: "body_too_large", Detail: "The request is larger than the " + strconv.FormatInt(tooLarge.Limit, 10) + " bytes that are accepted here.", Params: fault.Params{"limit": tooLarge.Limit}}
	case errors.Is(err, picture.ErrEmpty):
		return &problem{Code: "image_missing", Detail: "The image is empty."}
	case errors.Is(err, picture.ErrUnsupported):
		return &problem{Code: "image_unsupported", Detail: "The file is not an image of a kind that is accepted: " + err.Error() + ".", Params: fault.Params{"formats": []string{"JPEG", "PNG"}}}
	case errors.Is(err, picture.ErrTooLarge):
		return &problem{Code: "image_too_large", Detail: "The image has too many pixels: at most 12 megapixels and 8000 pixels a side are accepted.", Params: fault.Params{
			"maxBytes": picture.MaxBytes, "maxPixels": picture.MaxPixels, "maxSide": picture.MaxSide,
		}}
	case errors.Is(err, picture.ErrDamaged):
		return &problem{Code: "image_damaged", Detail: "The image cannot be read: the file is damaged or incomplete."}
	case errors.Is(err, store.ErrKeyMissing):
		return &problem{Code: "election_key_missing", Detail: "The key of this election's ballots is not in the keys directory of the data directory. Nothing is lost: put the key file back, or type in the recovery sheet with \"ostrakon key import\", and count again."}
	case errors.Is(err, ballotbox.ErrBadSecret):
		return &problem{Code: "election_key_wrong", Detail: "The key file of this election in the keys directory is that of another election, or damaged. Nothing is lost: move it away and put the right file back, or type in the recovery sheet with \"ostrakon key import\", and count again."}
	case errors.Is(err, ballotbox.ErrUnreadable):
		return &problem{Code: "ballots_unreadable", Detail: "The ballot box of this election was tampered with or is damaged, so it was not counted. The log tells what was found; nothing was changed."}
	case errors.Is(err, store.ErrClosed), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &problem{Code: "busy", Detail: "The server is busy. Try again in a moment.", Params: fault.Params{"what": "server"}, retryAfter: 5}
	}
	if p := conversionProblem(err); p != nil {
		return p
	}
	return &problem{Code: "internal", Detail: "Something went wrong on the server. Its log tells more under the request id."}
}

// describe is the problem that an error is to whoever made a request.
func (s *Server) describe(r *request, err error) *problem {
	p := problemOf(err)
	p.Status = s.statuses[p.Code]
	if p.retryAfter > 0 {
		facts := fault.Params{"retryAfter": p.retryAfter}
		maps.Copy(facts, p.Params)
		p.Params = facts
	}
	p.Type, p.Title, p.Instance, p.RequestID = problemType+p.Code, http.StatusText(p.Status), r.URL.EscapedPath(), r.id
	return p
}

// fail answers a request with an error.
func (s *Server) fail(w http.ResponseWriter, r *request, err error) {
	p := s.describe(r, err)
	if p.Status >= 500 && !errors.Is(err, context.Canceled) { // the client has gone: no failure of the server
		s.log.LogAttrs(r.Context(), slog.LevelError, "request failed",
			slog.String("request", r.id), slog.String("code", p.Code), slog.String("error", err.Error()))
	}
	h := w.Header()
	switch p.Status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", strconv.Itoa(max(1, p.retryAfter)))
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p) // the client may have gone
}

// conversionProblem is what the client is told of an error of a conversion; nil if it is none.
func conversionProblem(err error) *problem {
	var unreadable *stl.Error
	var option *convert.OptionError
	var size *convert.SizeError
	switch {
	case errors.As(err, &unreadable):
		return &problem{Code: "file_unreadable", Detail: sentence(err), Errors: []fieldProblem{{Field: "file", Code: "file_unreadable", Message: sentence(err)}}, Params: unreadableFacts(unreadable)}
	case errors.As(err, &option):
		return invalidField(fieldProblem{clip(option.Option), option.Code(), option.Notice.String(), fault.Params(option.Params)})
	case errors.As(err, &size):
		return &problem{Code: "output_too_large", Detail: "The converted file would be too large: " + sentence(err), Params: fault.Params{"file": size.File, "size": size.Size, "limit": int64(convert.MaxOutputBytes)}}
	case errors.Is(err, spool.ErrNotFound):
		return &problem{Code: "not_found", Detail: "There is no converted file of this name. Files are removed some time after the conversion: convert again.", Params: fault.Params{"what": "file"}}
	case errors.Is(err, jobs.ErrNotFound):
		return &problem{Code: "not_found", Detail: "There is no conversion of this id, or it ended long ago or was cancelled.", Params: fault.Params{"what": "conversion"}}
	case errors.Is(err, jobs.ErrBusy):
		return &problem{Code: "busy", Detail: "Too many conversions are under way. Try again in a moment.", Params: fault.Params{"what": "conversions"}, retryAfter: 2}
	case errors.Is(err, spool.ErrFull):
		return &problem{Code: "storage_full", Detail: "There is no room for the converted files at the moment. Older ones are removed as they expire: try again later.", retryAfter: 60}
	case errors.Is(err, jobs.ErrFailed):
		return &problem{Code: "conversion_failed", Detail: "The conversion failed through no fault of the file. The server's log tells more."}
	}
	return nil
}

// unreadableFacts tells what is wrong with an STL file, and where.
func unreadableFacts(e *stl.Error) fault.Params {
	facts := fault.Params{"reason": e.Code(), "detail": sentence(e)}
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
