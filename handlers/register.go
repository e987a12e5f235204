package handlers

import (
	"errors"
	"net/http"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

type registration struct {
	Email             string                `json:"email"`
	Password          string                `json:"password"`
	FullName          string                `json:"fullName"`
	DateOfBirth       rest.Optional[string] `json:"dateOfBirth"`
	Phone             rest.Optional[string] `json:"phone"`
	NationalID        rest.Optional[string] `json:"nationalId"`
	VoterID           rest.Optional[string] `json:"voterId"`
	MemberKey         rest.Optional[string] `json:"memberKey"`
	VerificationToken rest.Optional[string] `json:"verificationToken"`
	AskForReview      bool                  `json:"askForReview"`
}

// register admits a voter under the installation's policy, or takes an application for an administrator to decide.
func (s *Server) register(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.register.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	var in registration
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	reg, wrong, err := s.registrar.Examine(r.Context(), registrar.Applicant{
		Email: in.Email, FullName: in.FullName, DateOfBirth: in.DateOfBirth.Value, Phone: in.Phone.Value,
		NationalID: in.NationalID.Clearable(), VoterID: in.VoterID.Clearable(), MemberKey: in.MemberKey.Clearable(),
		Card: s.checkReading(in.VerificationToken.Value), AskForReview: in.AskForReview,
	})
	if err != nil {
		return err
	}
	wrong = append(wrong, refusal.FieldsOf(s.mayChoose(r.Context(), "password", in.Password, in.Email, in.FullName))...)
	if err := wrong.Err(); err != nil {
		return err
	}
	if reg.PasswordHash, err = s.newPassword(r.Context(), "password", in.Password, in.Email, in.FullName); err != nil {
		return err
	}
	u, err := s.store.Register(r.Context(), reg)
	var refused *store.AdmissionError
	if errors.As(err, &refused) {
		return refusal.NotAdmitted.In(registrar.Failed(reg, refused.Checks)...)
	}
	view := viewUser(u)
	return rest.Respond(w, struct {
		User        userView     `json:"user"`
		Admission   *checkedView `json:"admission,omitempty"`
		Application *checkedView `json:"application,omitempty"`
	}{view, view.Admission, view.Application}, err)
}
