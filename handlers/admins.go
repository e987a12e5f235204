package handlers

import (
	"net/http"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

// listAdminInvitations lists the invitations of administrators that are open.
func (s *Server) listAdminInvitations(w http.ResponseWriter, r *request) error {
	open, err := s.store.AdminInvitations(r.Context())
	return rest.Respond(w, obj{"items": append([]store.AdminInvitation{}, open...)}, err)
}

// inviteAdmin makes an invitation, and answers with the key of its link, this once.
func (s *Server) inviteAdmin(w http.ResponseWriter, r *request) error {
	var in struct {
		FullName string `json:"fullName"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	key, made, err := s.store.InviteAdmin(r.Context(), r.by(), in.FullName)
	return rest.Respond(w, struct {
		store.AdminInvitation
		Key string `json:"key"`
	}{made, key}, err)
}

// mailAdminInvitation sends the link of an invitation to an address at once. Only whoever has the key can ask for that:
// the server has forgotten it.
func (s *Server) mailAdminInvitation(w http.ResponseWriter, r *request) error {
	var in struct {
		Key string `json:"key"`
		To  string `json:"to"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.To == "" {
		return refusal.Invalid("to", refusal.Required, nil)
	}
	invited, err := s.store.InvitedAdmin(r.Context(), in.Key)
	if err != nil {
		return err
	}
	set, err := s.store.Settings(r.Context())
	if err != nil {
		return err
	}
	if set.Address == "" {
		return refusal.AddressNotSet
	}
	link := set.Address + "/admin#invited=" + in.Key
	err = s.mailer.InviteAdmin(r.Context(), in.To, invited.FullName, link, set.Organisation, set.Language)
	return rest.Respond(w, obj{"sent": true}, err)
}

// withdrawAdminInvitation ends an invitation.
func (s *Server) withdrawAdminInvitation(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.WithdrawAdminInvitation(r.Context(), r.by(), r.account))
}

// acceptAdminInvitation makes the administrator whom an invitation is for, and answers with a session.
func (s *Server) acceptAdminInvitation(w http.ResponseWriter, r *request) error {
	exchangeOf(w).exact = true // no page of voters calls this
	if retry, ok := s.limits.reset.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	var in struct {
		Key      string `json:"key"`
		Email    string `json:"email"`
		Password string `json:"password"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	invited, err := s.store.InvitedAdmin(r.Context(), in.Key)
	if err != nil {
		return err
	}
	a, err := s.newAdmin(r.Context(), in.Email, in.Password, invited.FullName)
	if err != nil {
		return err
	}
	account, err := s.store.AcceptAdminInvitation(r.Context(), in.Key, a)
	if err != nil {
		return err
	}
	s.limits.reset.GiveBack(r.Client)
	return s.startSession(w, account, false)
}
