package handlers

import (
	"errors"
	"net/http"

	"ostrakon/handlers/password"
	"ostrakon/handlers/registrar"
	"ostrakon/store"
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

// register admits a voter under the installation's policy, or takes an
// application for an administrator to decide.
func (s *Server) register(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.register.Allow(r.client); !ok {
		return rateLimited(retry)
	}
	var in registration
	if err := r.decode(w, &in); err != nil {
		return err
	}
	reg, wrong := s.registrar.Examine(registrar.Applicant{
		Email: in.Email, FullName: in.FullName, DateOfBirth: in.DateOfBirth.value, Phone: in.Phone.value,
		NationalID: in.NationalID.clearable(), VoterID: in.VoterID.clearable(), MemberKey: in.MemberKey.clearable(),
		Card: s.checkReading(in.VerificationToken.value), AskForReview: in.AskForReview,
	})
	faults := fieldProblems(wrong)
	var weak *password.WeakError
	if errors.As(password.Check(in.Password, in.Email, in.FullName), &weak) {
		faults = append(faults, faultOf("password", weak.Code, weak.Params))
	}
	if err := faulty(faults); err != nil {
		return err
	}
	var err error
	if reg.PasswordHash, err = s.newPassword(r.Context(), "password", in.Password, in.Email, in.FullName); err != nil {
		return err
	}
	u, err := s.store.Register(r.Context(), reg)
	var refused *store.AdmissionError
	if errors.As(err, &refused) {
		return &problem{
			Code: string(store.ErrNotAdmitted.Code), Errors: fieldProblems(registrar.Failed(reg, refused.Checks)),
			Detail: "The registration was checked and not admitted. Correct what is named, or ask with askForReview that an administrator decides.",
		}
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
