package handlers

import (
	"net/http"
	"slices"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// rollPerson is what an administrator says about one person of the roll.
type rollPerson struct {
	FullName    rest.Optional[string]   `json:"fullName"`
	DateOfBirth rest.Optional[string]   `json:"dateOfBirth"`
	Member      rest.Optional[string]   `json:"member"`
	NationalID  rest.Optional[string]   `json:"nationalId"`
	VoterID     rest.Optional[string]   `json:"voterId"`
	Email       rest.Optional[string]   `json:"email"`
	Language    rest.Optional[string]   `json:"language"`
	Address     rest.Optional[string]   `json:"address"`
	Weight      rest.Optional[int]      `json:"weight"`
	ProxyFor    rest.Optional[[]string] `json:"proxyFor"`
}

func (p rollPerson) change(faults *input.Faults) store.RollChange {
	c := store.RollChange{
		FullName: p.FullName.Required("fullName", faults), DateOfBirth: p.DateOfBirth.Clearable(), Member: p.Member.Clearable(),
		NationalID: p.NationalID.Clearable(), VoterID: p.VoterID.Clearable(), Email: p.Email.Clearable(), Language: p.Language.Clearable(),
		Address: p.Address.Clearable(), Weight: p.Weight.Clearable(),
	}
	if p.Weight.Null {
		c.Weight = new(1)
	}
	if p.ProxyFor.Set {
		c.ProxyFor = append([]string{}, p.ProxyFor.Value...)
	}
	return c
}

// addRollEntry puts one person on the roll.
func (s *Server) addRollEntry(w http.ResponseWriter, r *request) error {
	var in rollPerson
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	c := in.change(&faults)
	if err := faults.Err(); err != nil {
		return err
	}
	e, err := s.registrar.AddRollEntry(r.Context(), r.by(), c)
	if err != nil {
		return err
	}
	return rest.Respond(w, e)
}

// getRollEntry reads one person of the roll.
func (s *Server) getRollEntry(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
	e, err := s.store.RollEntry(r.Context(), id)
	if err != nil {
		return err
	}
	return rest.Respond(w, e)
}

// updateRollEntry corrects one person of the roll.
func (s *Server) updateRollEntry(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
	var in rollPerson
	err = r.DecodeChange(w, rest.MaxJSON, &in, func() (any, error) { return s.store.RollEntry(r.Context(), id) })
	if err != nil {
		return err
	}
	var faults input.Faults
	c := in.change(&faults)
	if err := faults.Err(); err != nil {
		return err
	}
	e, err := s.registrar.ChangeRollEntry(r.Context(), r.by(), id, c)
	if err != nil {
		return err
	}
	return rest.Respond(w, e)
}

// setPresent notes that a person of the roll is at the meeting, or is not.
func (s *Server) setPresent(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
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
	e, err := s.store.SetPresent(r.Context(), r.by(), id, *present)
	if err != nil {
		return err
	}
	return rest.Respond(w, e)
}

// clearPresent notes that nobody is at the meeting any more.
func (s *Server) clearPresent(w http.ResponseWriter, r *request) error {
	cleared, err := s.store.ClearPresent(r.Context(), r.by())
	if err != nil {
		return err
	}
	return rest.Respond(w, struct {
		Cleared int `json:"cleared"`
	}{cleared})
}

// removeRollEntry removes a person from the roll.
func (s *Server) removeRollEntry(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
	return rest.RespondDeleted(w, s.store.RemoveRollEntry(r.Context(), r.by(), id))
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
	if !slices.Contains([]store.WhichKeys{store.KeysMissing, store.KeysUnused, store.KeysOfEntries}, in.Which) {
		return refusal.Invalid("which", refusal.NotChoice, refusal.Facts{"choices": []string{"none", "unused", "entries"}})
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
	if err != nil {
		return err
	}
	return rest.RespondList(w, r.Request, store.List[store.KeyedEntry]{Items: all}, func(k store.KeyedEntry) keyedEntryView {
		return keyedEntryView{k.Entry.ID, k.Entry.FullName, k.Entry.Member, k.Entry.Address, k.Entry.Language, k.Key}
	})
}

// issueMemberKey issues a member key for an entry. It replaces an earlier one.
func (s *Server) issueMemberKey(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
	e, key, err := s.store.NewMemberKey(r.Context(), r.by(), id)
	if err != nil {
		return err
	}
	return rest.Respond(w, struct {
		Entry     store.RollEntry `json:"entry"`
		MemberKey string          `json:"memberKey"`
	}{e, key})
}

func (r *request) rollEntry() (store.RollID, error) {
	return store.ParseID[store.RollID](r.Params.ByName("entryId"))
}
