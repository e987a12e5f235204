package makers

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// refusalOf makes a refusal of an error of packages convert, spool and jobs. Other errors stay as they are.
func refusalOf(err error) error {
	if option, ok := errors.AsType[*convert.OptionError](err); ok {
		return &rest.FieldError{Field: rest.Field{
			Field: rest.Clip(option.Option), Code: option.Code(), Message: option.Remark.String(),
			Params: refusal.Facts(option.Params),
		}}
	}
	if p := problemOf(err); p != nil {
		return fmt.Errorf("%w: %w", p, err)
	}
	return err
}

// problemOf returns the problem of a conversion that failed, or nil for other errors.
func problemOf(err error) *refusal.Problem {
	var unreadable *stl.Error
	var size *convert.SizeError
	var stored *spool.SizeError
	var memory *jobs.MemoryError
	switch {
	case errors.As(err, &unreadable):
		return refusal.FileUnreadable.With(unreadableFacts(unreadable))
	case errors.As(err, &size):
		limit := int64(convert.MaxOutputBytes)
		return refusal.OutputTooLarge.With(refusal.Facts{"file": size.File, "size": size.Size, "limit": limit})
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

// unreadableFacts returns the fault of a file and its place.
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

// sentence writes an error as a sentence, with a capital and one full stop.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}
