package remark

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

type wire struct {
	Code   string
	Params Params
}

// MarshalJSON writes the code and the facts.
func (n Remark) MarshalJSON() ([]byte, error) { return json.Marshal(wire{n.code, n.Params}) }

// UnmarshalJSON reads what MarshalJSON wrote. A code that is not in the lists is an error.
func (n *Remark) UnmarshalJSON(raw []byte) error {
	var w wire
	numbers := json.NewDecoder(bytes.NewReader(raw))
	numbers.UseNumber()
	if err := numbers.Decode(&w); err != nil {
		return err
	}
	all := slices.Concat(Warnings(), Refusals(), OptionFaults())
	at := slices.IndexFunc(all, func(k Kind) bool { return k.code == w.Code })
	if at < 0 {
		return fmt.Errorf("remark: there is no code %q", w.Code)
	}
	for name, value := range w.Params {
		w.Params[name] = fact(value)
	}
	*n = Remark{all[at], w.Params}
	return nil
}

// fact is a fact as it was before it was JSON.
func fact(value any) any {
	switch v := value.(type) {
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			return int(whole)
		}
		broken, _ := v.Float64() // the decoder has looked at it
		return broken
	case []any:
		words := make([]string, len(v))
		for i, word := range v {
			words[i] = fmt.Sprint(word)
		}
		return words
	}
	return value
}
