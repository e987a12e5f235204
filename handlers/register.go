package handlers

import (
	"errors"
	"net/http"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

type registration struct {
	Email             string           `json:"email"`
	Password          string           `json:"password"`
	FullName          string           `json:"fullName"`
	DateOfBirth       optional[string] `json:"dateOfBirth"`
	Phone             optional[string] `json:"phone"`
	NationalID        optional[string] `json:"nationalId"`
	VoterID           optional[string] `json:"voterId"`
	MemberKey         optional[string] `json:"memberKey"`
	VerificationToken optional[string] `json:"verificationToken"`
	AskForReview      bool             `json:"askForReview"`
}

// register admits a voter under the installation's policy, or takes an application for an
// administrator to decide.
func (s *Server) register(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.register.Allow(r.client); !ok {
		return rateLimited(retry)
	}
	var in registration
	if err := r.decode(w, &in); err != nil {
		return err
	}
	reg, wrong, err := s.registrar.Examine(r.Context(), registrar.Applicant{
		Email: in.Email, FullName: in.FullName, DateOfBirth: in.DateOfBirth.value, Phone: in.Phone.value,
		NationalID: in.NationalID.clearable(), VoterID: in.VoterID.clearable(), MemberKey: in.MemberKey.clearable(),
		Card: s.checkReading(in.VerificationToken.value), AskForReview: in.AskForReview,
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
	if err != nil {
		return err
	}
	view := viewUser(u)
	return respond(w, struct {
		User        userView         `json:"user"`
		Admission   *admissionView   `json:"admission,omitempty"`
		Application *applicationView `json:"application,omitempty"`
	}{view, view.Admission, view.Application})
}
