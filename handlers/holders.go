package handlers

import (
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// Holders make their own keys, with invitations that an administrator hands out. They need no
// account: the token of an invitation is all that they have.

// holderView is a holder of a key. The fingerprint is the same on the holder's page.
type holderView struct {
	Number      int    `json:"number"`
	Name        string `json:"name"`
	Ready       bool   `json:"ready"`
	Tried       bool   `json:"tried"`
	Fingerprint string `json:"fingerprint,omitempty"`
}

func viewHolders(e store.Election) []holderView {
	views := []holderView{}
	for i, h := range e.Holders {
		v := holderView{Number: i + 1, Name: h.Name, Ready: h.PublicKey != nil}
		if e.Assembly != nil {
			v.Fingerprint = hex.EncodeToString(e.Assembly.Holders[i].Fingerprint)
			v.Ready, v.Tried = v.Fingerprint != "", e.Assembly.Holders[i].Tried != nil
		}
		views = append(views, v)
	}
	return views
}

// assemblyView is the assembly whose holders have the keys of an election.
type assemblyView struct {
	ID        store.AssemblyID `json:"id"`
	Title     string           `json:"title"`
	CreatedAt time.Time        `json:"createdAt"`
	Left      int              `json:"left"`             // elections that can still open
	Number    int              `json:"number,omitempty"` // of the election, from its opening on
	KeyNumber string           `json:"keyNumber,omitempty"`
	PollBook  *store.Slips     `json:"pollBook,omitempty"`
}

func (s *Server) viewAssembly(e store.Election) *assemblyView {
	if e.Assembly == nil {
		return nil
	}
	a := e.Assembly
	v := &assemblyView{a.ID, a.Title, a.CreatedAt, a.Left(s.now()), e.Number, a.KeyNumber, nil}
	if a.Slips.People > 0 {
		v.PollBook = &a.Slips
	}
	return v
}

// holdersView names the people who hold the keys of an election.
type holdersView struct {
	Custody   ballotbox.Custody `json:"custody"`
	Threshold int               `json:"threshold"`
	Holders   []holderView      `json:"holders"`
	Assembly  *assemblyView     `json:"assembly,omitempty"`
	Current   *currentView      `json:"current,omitempty"`
}

// currentView names the holders of the newest assembly, whom a draft may join.
type currentView struct {
	Title     string   `json:"title"`
	Threshold int      `json:"threshold"`
	Names     []string `json:"names"`
}

func (s *Server) viewKeys(e store.Election) holdersView {
	return holdersView{e.Custody, e.Threshold, viewHolders(e), s.viewAssembly(e), nil}
}

// listHolders names the holders of the keys of an election, and tells whose key is made.
func (s *Server) listHolders(w http.ResponseWriter, r *request) error {
	e, current, err := s.store.Holders(r.Context(), r.election)
	v := s.viewKeys(e)
	if current != nil {
		v.Current = &currentView{current.Title, current.Threshold, current.Names()}
	}
	return rest.Respond(w, v, err)
}

// setHolders names the holders of an election in DRAFT.
func (s *Server) setHolders(w http.ResponseWriter, r *request) error {
	var in struct {
		Threshold   int         `json:"threshold"`
		Holders     holderNames `json:"holders"`
		Title       string      `json:"title"`
		NewAssembly bool        `json:"newAssembly"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	switch {
	case in.Holders.err != nil:
		return in.Holders.err
	case in.Holders.names == nil:
		return refusal.Invalid("holders", refusal.Required, nil)
	}
	e, err := s.store.SetHolders(r.Context(), r.by(), r.election, store.HolderPlan{
		Threshold: in.Threshold, Holders: in.Holders.names, Title: in.Title, Anew: in.NewAssembly,
	})
	return rest.Respond(w, s.viewKeys(e), err)
}

// holderNames are the names of a list of holders; nil if there was none.
type holderNames struct {
	names []string
	err   error // what is wrong with one of them
}

// UnmarshalJSON reads the holders strictly.
func (h *holderNames) UnmarshalJSON(raw []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return err
	}
	h.names = make([]string, len(list))
	for i, one := range list {
		if !rest.IsObject(one) {
			h.err = refusal.Invalid("holders", refusal.NotObject, nil)
			return nil
		}
		var in struct {
			Name string `json:"name"`
		}
		if h.err = rest.Unmarshal(one, &in); h.err != nil {
			return nil
		}
		h.names[i] = in.Name
	}
	return nil
}

// inviteHolder makes the invitation of a holder, which is shown only this once.
func (s *Server) inviteHolder(w http.ResponseWriter, r *request) error {
	number, err := strconv.Atoi(r.Params.ByName("number"))
	if err != nil || strconv.Itoa(number) != r.Params.ByName("number") {
		return refusal.Missing("holder")
	}
	token, err := s.store.InviteHolder(r.Context(), r.by(), r.election, number)
	return rest.Respond(w, obj{"token": token}, err)
}

// invitationView shows an assembly to a holder who is to make a key sheet.
type invitationView struct {
	AssemblyID   store.AssemblyID `json:"assemblyId"`
	Title        string           `json:"title"`
	CreatedAt    time.Time        `json:"createdAt"`
	Organisation string           `json:"organisation"`
	Name         string           `json:"name"`
	Number       int              `json:"number"`
	Threshold    int              `json:"threshold"`
	Of           int              `json:"of"`
	Ready        bool             `json:"ready"` // the sheet is made
	Fixed        bool             `json:"fixed"` // all sheets are made, and none can be made again
	SigningKey   []byte           `json:"signingKey"`
	Holders      []rootView       `json:"holders"`
}

// rootView is a holder and the root over their keys, from which the key number follows.
type rootView struct {
	Name  string `json:"name"`
	Root  []byte `json:"root,omitempty"`
	Tried bool   `json:"tried"` // they have signed the key number
}

// openInvitation answers what an invitation is for.
func (s *Server) openInvitation(w http.ResponseWriter, r *request) error {
	var in struct {
		Token string `json:"token"`
	}
	if err := s.decodeInvitation(w, r, &in); err != nil {
		return err
	}
	return s.respondInvitation(w, r, in.Token)
}

// giveKey stores the public halves of a holder's key.
func (s *Server) giveKey(w http.ResponseWriter, r *request) error {
	var in struct {
		Token string `json:"token"`
		Keys  []byte `json:"keys"`
	}
	if err := s.decodeInvitation(w, r, &in); err != nil {
		return err
	}
	if len(in.Keys) != sealing.Numbers*sealing.KeysSize {
		return refusal.Invalid("keys", refusal.KeyImproper, nil)
	}
	if err := s.store.SetHolderKeys(r.Context(), in.Token, sealing.ParseKeys(in.Keys)); err != nil {
		return err
	}
	return s.respondInvitation(w, r, in.Token)
}

// noteSheetTried stores the signature of a holder who has tried their sheet.
func (s *Server) noteSheetTried(w http.ResponseWriter, r *request) error {
	var in struct {
		Token     string `json:"token"`
		Signature string `json:"signature"`
	}
	if err := s.decodeInvitation(w, r, &in); err != nil {
		return err
	}
	var faults input.Faults
	signature := unbase64("signature", in.Signature, &faults)
	if err := faults.Err(); err != nil {
		return err
	}
	if err := s.store.NoteSheetTried(r.Context(), in.Token, signature); err != nil {
		return err
	}
	return s.respondInvitation(w, r, in.Token)
}

// decodeInvitation reads the body of somebody who has nothing but an invitation.
func (s *Server) decodeInvitation(w http.ResponseWriter, r *request, into any) error {
	if retry, ok := s.limits.invitations.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	return r.Decode(w, into)
}

func (s *Server) respondInvitation(w http.ResponseWriter, r *request, token string) error {
	inv, err := s.store.Invitation(r.Context(), token)
	if err != nil {
		return err
	}
	h := inv.Holders[inv.Number-1]
	var holders []rootView
	for n, root := range inv.Roots {
		holders = append(holders, rootView{inv.Holders[n].Name, root, inv.Holders[n].Tried != nil})
	}
	return rest.Respond(w, invitationView{
		AssemblyID: inv.ID, Title: inv.Title, CreatedAt: inv.CreatedAt, Organisation: inv.Organisation, Name: h.Name,
		Number: inv.Number, Threshold: inv.Threshold, Of: len(inv.Holders), Ready: h.Fingerprint != nil,
		Fixed: len(inv.Missing()) == 0, SigningKey: inv.SigningKey, Holders: holders,
	}, nil)
}
