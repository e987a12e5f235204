package handlers

import (
	"net/http"
	"strings"

	"ostrakon/store"
)

// getProfile reads the voter's own record.
func (s *Server) getProfile(w http.ResponseWriter, r *request) error {
	return respond(w, viewUser(r.user))
}

// updateProfile changes the voter's own record. A new e-mail address, being
// what one signs in with, needs the password.
func (s *Server) updateProfile(w http.ResponseWriter, r *request) error {
	var in struct {
		personFields
		CurrentPassword string `json:"currentPassword"`
	}
	if err := r.decode(w, &in); err != nil {
		return err
	}
	var faults []fieldProblem
	c := in.change(&faults)
	if err := faulty(faults); err != nil {
		return err
	}
	if c.Email != nil && *c.Email != r.user.Email {
		if err := s.confirm(r, "currentPassword", in.CurrentPassword); err != nil {
			return err
		}
	}
	a, err := s.store.UpdateUser(r.Context(), r.by(), r.user.ID, c)
	if err != nil {
		return err
	}
	return respond(w, viewUser(a.User))
}

// uploadProfilePhoto gives the voter a photo.
func (s *Server) uploadProfilePhoto(w http.ResponseWriter, r *request) error {
	image, err := s.readPhoto(w, r)
	if err != nil {
		return err
	}
	u, err := s.store.SetUserPhoto(r.Context(), r.user.ID, image)
	if err != nil {
		return err
	}
	return respond(w, viewUser(u))
}

// removeProfilePhoto takes the voter's own photo away.
func (s *Server) removeProfilePhoto(w http.ResponseWriter, r *request) error {
	return respondRemoved(w, s.store.RemoveUserPhoto(r.Context(), r.by(), r.user.ID))
}

// getProfilePhoto serves a profile photo to anyone who knows its unguessable name.
func (s *Server) getProfilePhoto(w http.ResponseWriter, r *request) error {
	name, ok := strings.CutSuffix(r.params.ByName("filename"), photoSuffix)
	if !ok {
		return store.ErrNotFound
	}
	id, err := store.ParseID[store.PhotoID](name)
	if err != nil {
		return err
	}
	p, data, err := s.store.UserPhoto(r.Context(), id)
	if err != nil {
		return err
	}
	return respondPhoto(w, r, p, data, "public, max-age=86400")
}
