package handlers

import (
	"context"
	"net/http"
	"time"

	"ostrakon/handlers/limit"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// requestReset sends a link to choose a new password, if there is an account with the address. The
// answer does not say so, and takes the same time.
func (s *Server) requestReset(w http.ResponseWriter, r *request) error {
	return s.requestMail(w, r, s.limits.reset, s.limits.resetTo, s.store.RequestReset)
}

// requestLink sends the link that signs in, if somebody on the roll has the address. The answer does not say so.
func (s *Server) requestLink(w http.ResponseWriter, r *request) error {
	return s.requestMail(w, r, s.limits.link, s.limits.linkTo, s.store.RequestLink)
}

// requestMail has a message sent to an address that somebody typed, unless it got one just now, and answers the same
// for every address. The limits are by the address of the client and by the e-mail address.
func (s *Server) requestMail(w http.ResponseWriter, r *request, from, to *limit.Limiter,
	ask func(context.Context, string) error) error {
	if retry, ok := from.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	var in struct {
		Email string `json:"email"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.Email == "" {
		return refusal.Invalid("email", refusal.Required, nil)
	}
	if len(in.Email) > input.MaxEmail {
		return refusal.Invalid("email", refusal.TooLongBytes, refusal.Facts{"max": input.MaxEmail})
	}
	// A stranger must not fill the mailbox of somebody whose address they know.
	if _, ok := to.Allow(input.EmailKey(in.Email)); ok {
		if err := ask(r.Context(), in.Email); err != nil {
			to.GiveBack(input.EmailKey(in.Email))
			return err
		}
		s.mailer.Wake()
	}
	return rest.Respond(w, obj{"requested": true}, nil)
}

// resetPassword gives the account that a token belongs to a new password, and answers with a session.
func (s *Server) resetPassword(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.reset.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	var in struct {
		Token       string `json:"token"`
		NewPassword string `json:"newPassword"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	u, err := s.store.ResetUser(r.Context(), in.Token)
	if err != nil {
		return err
	}
	hash, err := s.newPassword(r.Context(), "newPassword", in.NewPassword, u.Email, u.FullName)
	if err != nil {
		return err
	}
	a, err := s.store.ResetPassword(r.Context(), in.Token, hash)
	if err != nil {
		return err
	}
	s.limits.reset.GiveBack(r.Client)
	if a.Status != store.UserActive {
		return refusal.Suspended
	}
	return s.startSession(w, a, false)
}

// issueReset makes a token that an administrator hands over to a person, who chooses a new password with it.
func (s *Server) issueReset(w http.ResponseWriter, r *request) error {
	token, expires, err := s.store.NewReset(r.Context(), r.by(), r.account)
	return rest.Respond(w, struct {
		Token     string    `json:"token"`
		ExpiresAt time.Time `json:"expiresAt"`
	}{token, expires}, err)
}

// deleteProfile deletes the voter's own account. Who has a password gives it; who has none, because
// they came with a slip, types their name.
func (s *Server) deleteProfile(w http.ResponseWriter, r *request) error {
	var in struct {
		Password string `json:"password"`
		Confirm  string `json:"confirm"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	a, err := s.store.Account(r.Context(), r.user.ID)
	if err != nil {
		return err
	}
	if a.PasswordHash != "" {
		if err := s.confirm(r, "password", in.Password); err != nil {
			return err
		}
	}
	if in.Confirm != a.FullName && (in.Confirm != "" || a.PasswordHash == "") {
		return refusal.Invalid("confirm", refusal.NameDiffers, nil)
	}
	return rest.RespondDeleted(w, s.store.DeleteUser(r.Context(), r.by(), r.user.ID))
}

// deleteUser deletes an account.
func (s *Server) deleteUser(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.DeleteUser(r.Context(), r.by(), r.account))
}
