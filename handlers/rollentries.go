package handlers

import (
	"net/http"
	"slices"

	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// rollPerson is what an administrator says about one person of the roll.
type rollPerson struct {
	FullName    optional[string]   `json:"fullName"`
	DateOfBirth optional[string]   `json:"dateOfBirth"`
	Member      optional[string]   `json:"member"`
	NationalID  optional[string]   `json:"nationalId"`
	VoterID     optional[string]   `json:"voterId"`
	Email       optional[string]   `json:"email"`
	Language    optional[string]   `json:"language"`
	Address     optional[string]   `json:"address"`
	Weight      optional[int]      `json:"weight"`
	ProxyFor    optional[[]string] `json:"proxyFor"`
}

func (p rollPerson) change(faults *input.Faults) store.RollChange {
	c := store.RollChange{
		FullName: p.FullName.required("fullName", faults), DateOfBirth: p.DateOfBirth.clearable(), Member: p.Member.clearable(),
		NationalID: p.NationalID.clearable(), VoterID: p.VoterID.clearable(), Email: p.Email.clearable(), Language: p.Language.clearable(),
		Address: p.Address.clearable(), Weight: p.Weight.clearable(),
	}
	if p.Weight.null {
		c.Weight = new(1)
	}
	if p.ProxyFor.set {
		c.ProxyFor = append([]string{}, p.ProxyFor.value...)
	}
	return c
}

// addRollEntry puts one person on the roll.
func (s *Server) addRollEntry(w http.ResponseWriter, r *request) error {
	var in rollPerson
	if err := r.decode(w, &in); err != nil {
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
	return respond(w, e)
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
	return respond(w, e)
}

// updateRollEntry corrects one person of the roll.
func (s *Server) updateRollEntry(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
	var in rollPerson
	err = r.decodeChange(w, maxJSON, &in, func() (any, error) { return s.store.RollEntry(r.Context(), id) })
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
	return respond(w, e)
}

// setPresent notes that a person of the roll is at the meeting, or is not.
func (s *Server) setPresent(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
	var in struct {
		Present optional[bool] `json:"present"`
	}
	if err := r.decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	present := in.Present.required("present", &faults)
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
	return respond(w, e)
}

// clearPresent notes that nobody is at the meeting any more.
func (s *Server) clearPresent(w http.ResponseWriter, r *request) error {
	cleared, err := s.store.ClearPresent(r.Context(), r.by())
	if err != nil {
		return err
	}
	return respond(w, struct {
		Cleared int `json:"cleared"`
	}{cleared})
}

// removeRollEntry removes a person from the roll.
func (s *Server) removeRollEntry(w http.ResponseWriter, r *request) error {
	id, err := r.rollEntry()
	if err != nil {
		return err
	}
	return respondDeleted(w, s.store.RemoveRollEntry(r.Context(), r.by(), id))
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
	if err := r.decode(w, &in); err != nil {
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
	return respondList(w, r, store.List[store.KeyedEntry]{Items: all}, func(k store.KeyedEntry) keyedEntryView {
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
	return respond(w, struct {
		Entry     store.RollEntry `json:"entry"`
		MemberKey string          `json:"memberKey"`
	}{e, key})
}

func (r *request) rollEntry() (store.RollID, error) {
	return store.ParseID[store.RollID](r.params.ByName("entryId"))
}
