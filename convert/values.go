package convert

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ostrakon/convert/remark"
)

// value says how an option is read into Options, and checked there. The functions return what is wrong, or nil.
type value struct {
	choices  func(o Options) []string // the default first; nil: a number, a text or a switch
	absent   func(o Options) string   // the text that an absent one stands for; "": the field stays as it is
	min, max *float64                 // of a number
	maxBytes int                      // of a text

	read  func(o *Options, text string) *remark.Remark
	fault func(o Options) *remark.Remark
	copy  func(to *Options, from Options)
}

// choice is one of a few texts, the default first, which is "" if there is none.
func choice[T ~string](field func(*Options) *T, choices ...T) value {
	return chosen(func(o *Options, v T) { *field(o) = v }, func(o Options) T { return *field(&o) },
		func(Options) []T { return choices })
}

// chosen is a choice that depends on other options, and that set and get keep.
func chosen[T ~string](set func(*Options, T), get func(Options) T, choices func(Options) []T) value {
	fault := func(o Options, v T) *remark.Remark {
		list := choices(o)
		switch names := texts(list); {
		case slices.Contains(list, v):
			return nil
		case len(names) == 1:
			return new(remark.OptionFixed.With(remark.Params{"only": names[0]}))
		default:
			return new(remark.NotChoice.With(remark.Params{"choices": names}))
		}
	}
	return value{
		choices: func(o Options) []string { return texts(choices(o)) },
		absent:  func(o Options) string { return string(choices(o)[0]) },
		read: func(o *Options, text string) *remark.Remark {
			wrong := fault(*o, T(text))
			if wrong == nil {
				set(o, T(text))
			}
			return wrong
		},
		fault: func(o Options) *remark.Remark { return fault(o, get(o)) },
		copy:  func(to *Options, from Options) { set(to, get(from)) },
	}
}

// number is a number from least to most, or 0 if it may be absent.
func number[N int | float64](
	field func(*Options) *N, parse func(string) (N, error), least, most N, absent string,
) value {
	refused := new(remark.OutOfRange.With(remark.Params{"min": int(least), "max": int(most)}))
	return value{
		absent: func(Options) string { return absent }, min: new(float64(least)), max: new(float64(most)),
		read: func(o *Options, text string) *remark.Remark {
			n, err := parse(text)
			if *field(o) = n; err == nil && n >= least && n <= most {
				return nil
			}
			return refused
		},
		fault: func(o Options) *remark.Remark {
			if n := *field(&o); n == 0 && absent == "" || n >= least && n <= most {
				return nil
			}
			return refused
		},
		copy: func(to *Options, from Options) { *field(to) = *field(&from) },
	}
}

// toggle is 1 or 0. Its field says whether it is other than absent.
func toggle(field func(*Options) *bool, absent string) value {
	return value{
		absent: func(Options) string { return absent },
		read: func(o *Options, text string) *remark.Remark {
			switch text {
			case "1", "true":
				*field(o) = absent != "1"
			case "0", "false":
				*field(o) = absent != "0"
			default:
				return new(remark.NotChoice.With(remark.Params{"choices": []string{"1", "0"}}))
			}
			return nil
		},
		fault: func(Options) *remark.Remark { return nil },
		copy:  func(to *Options, from Options) { *field(to) = *field(&from) },
	}
}

// text is a line of at most so many bytes of UTF-8.
func text(field func(*Options) *string, most int) value {
	fault := func(o Options) *remark.Remark {
		switch line := *field(&o); {
		case len(line) > most:
			return new(remark.TooLongBytes.With(remark.Params{"max": most}))
		case !utf8.ValidString(line):
			return new(remark.NotUTF8.With(nil))
		case strings.ContainsFunc(line, unicode.IsControl):
			return new(remark.ControlCharacters.With(nil))
		}
		return nil
	}
	return value{
		absent: func(Options) string { return "" }, maxBytes: most, fault: fault,
		read: func(o *Options, line string) *remark.Remark {
			*field(o) = line
			return fault(*o)
		},
		copy: func(to *Options, from Options) { *field(to) = *field(&from) },
	}
}

// texts are the values that are not empty.
func texts[T ~string](values []T) (list []string) {
	for _, v := range values {
		if v != "" {
			list = append(list, string(v))
		}
	}
	return list
}
