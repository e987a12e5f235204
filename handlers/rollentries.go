package handlers

import (
	"net/http"
	"reflect"
	"slices"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// rollMember is a member of a body about one person of the roll.
type rollMember struct {
	store.RollField
	line *store.RollLine
}

// Present makes room for the value in the line. Null empties the field, unless it is required.
func (m *rollMember) Present(raw []byte) (value reflect.Value, null bool) {
	if null = string(raw) == "null" && !m.Required; null {
		m.Clear(m.line)
	}
	value = reflect.ValueOf(m.At(m.line)).Elem()
	if value.Kind() == reflect.Pointer && value.IsNil() {
		value.Set(reflect.New(value.Type().Elem()))
	}
	return reflect.Indirect(value), null
}

// rollBody is a body about one person of the roll.
type rollBody struct {
	line       store.RollLine
	samePerson *bool // false: this is not the person of that name on the roll
}

// answered returns the line with what the body says about a person of the same name.
func (b rollBody) answered() store.RollLine {
	if b.samePerson != nil && !*b.samePerson {
		b.line.Answer.Choice = store.RollAnother
	}
	return b.line
}

// members returns what the body can have, and where it is read to.
func (b *rollBody) members() *map[string]*rollMember {
	line, same := &b.line, func(*store.RollLine) any { return &b.samePerson }
	members := map[string]*rollMember{"samePerson": {store.RollField{Required: true, At: same}, line}}
	for _, f := range store.RollFields() {
		if f.At != nil && !f.NoForm {
			members[f.Name] = &rollMember{f, line}
		}
	}
	return &members
}

// addRollEntry puts one person on the roll.
func (s *Server) addRollEntry(w http.ResponseWriter, r *request) error {
	var in rollBody
	if err := r.Decode(w, in.members()); err != nil {
		return err
	}
	e, err := s.registrar.AddRollEntry(r.Context(), r.by(), in.answered())
	return rest.Respond(w, e, err)
}

// getRollEntry reads one person of the roll.
func (s *Server) getRollEntry(w http.ResponseWriter, r *request) error {
	e, err := s.store.RollEntry(r.Context(), r.entry)
	return respondVersion(w, e, e.Version, err)
}

// updateRollEntry corrects one person of the roll.
func (s *Server) updateRollEntry(w http.ResponseWriter, r *request) error {
	var in rollBody
	err := r.DecodeChange(w, rest.MaxJSON, in.members(),
		func() (any, error) { return s.store.RollEntry(r.Context(), r.entry) })
	if err != nil {
		return err
	}
	e, err := s.registrar.ChangeRollEntry(r.Context(), r.by(), r.entry, in.answered())
	return rest.Respond(w, e, err)
}

// setPresent notes that a person of the roll is at the meeting, or is not.
func (s *Server) setPresent(w http.ResponseWriter, r *request) error {
	var in struct {
		Present rest.Optional[bool] `json:"present"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	present := in.Present.Required("present", &faults)
	if present == nil {
		faults.Add("present", refusal.Required, nil)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	e, err := s.store.SetPresent(r.Context(), r.by(), r.entry, *present)
	return rest.Respond(w, e, err)
}

// setHolder gives the vote of a person of the roll to somebody, or takes it back.
func (s *Server) setHolder(w http.ResponseWriter, r *request) error {
	var in struct {
		Holder rest.Optional[string] `json:"holder"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	holder := in.Holder.Clearable()
	if holder == nil {
		return refusal.Invalid("holder", refusal.Required, nil)
	}
	var id store.RollID
	if !in.Holder.Null {
		var err error
		if id, err = store.ParseID[store.RollID](*holder); err != nil {
			return refusal.Invalid("holder", refusal.RollUnknownID, nil)
		}
	}
	e, err := s.store.SetHolder(r.Context(), r.by(), r.entry, id)
	return rest.Respond(w, e, err)
}

// clearPresent notes that nobody is at the meeting any more.
func (s *Server) clearPresent(w http.ResponseWriter, r *request) error {
	cleared, err := s.store.ClearPresent(r.Context(), r.by())
	return rest.Respond(w, obj{"cleared": cleared}, err)
}

// allowAnswers lets a person whose second fact was wrong too often try again.
func (s *Server) allowAnswers(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.AllowAnswers(r.Context(), r.by(), r.entry))
}

// countLackingFacts counts the people on the roll without a date of birth, and those without a member reference.
func (s *Server) countLackingFacts(w http.ResponseWriter, r *request) error {
	lacking, err := s.store.FactsLacking(r.Context())
	return rest.Respond(w, lacking, err)
}

// removeRollEntry removes a person from the roll.
func (s *Server) removeRollEntry(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveRollEntry(r.Context(), r.by(), r.entry))
}

type keyedEntryView struct {
	EntryID   store.RollID `json:"entryId"`
	FullName  string       `json:"fullName"`
	Member    string       `json:"member,omitempty"`
	Address   string       `json:"address,omitempty"`
	Language  string       `json:"language,omitempty"`
	MemberKey string       `json:"memberKey"`
}

// issueMemberKeys issues member keys for a group of people on the roll. They replace earlier ones.
func (s *Server) issueMemberKeys(w http.ResponseWriter, r *request) error {
	var in struct {
		Which   store.WhichKeys `json:"which"`
		Entries []string        `json:"entries"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	groups := []store.WhichKeys{store.KeysMissing, store.KeysUnused, store.KeysNoEmail, store.KeysOfEntries}
	if !slices.Contains(groups, in.Which) {
		return refusal.Invalid("which", refusal.NotChoice,
			refusal.Facts{"choices": []string{"none", "unused", "noEmail", "entries"}})
	}
	if (in.Which == store.KeysOfEntries) != (len(in.Entries) > 0) {
		return refusal.Invalid("entries", refusal.Required, nil)
	}
	whom := store.KeysFor{Which: in.Which}
	for _, each := range in.Entries {
		id, err := store.ParseID[store.RollID](each)
		if err != nil {
			return err
		}
		whom.IDs = append(whom.IDs, id)
	}
	all, err := s.store.NewKeys(r.Context(), r.by(), whom)
	view := func(k store.KeyedEntry) keyedEntryView {
		return keyedEntryView{k.Entry.ID, k.Entry.FullName, k.Entry.Member, k.Entry.Address, k.Entry.Language, k.Key}
	}
	return rest.RespondList(w, r.Request, store.List[store.KeyedEntry]{Items: all}, view, err)
}

// issueMemberKey issues a member key for an entry. It replaces an earlier one.
func (s *Server) issueMemberKey(w http.ResponseWriter, r *request) error {
	e, key, err := s.store.NewMemberKey(r.Context(), r.by(), r.entry)
	return rest.Respond(w, obj{"entry": e, "memberKey": key}, err)
}
