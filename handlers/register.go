package handlers

import (
	"net/http"

	"ostrakon/handlers/picture"
	"ostrakon/ocr"
	"ostrakon/store"
)

// policyNumber admits who gives a valid identity number that nobody registered with before.
const policyNumber = "number"

type registration struct {
	Email             string           `json:"email"`
	Password          string           `json:"password"`
	FullName          string           `json:"fullName"`
	DateOfBirth       optional[string] `json:"dateOfBirth"`
	Phone             optional[string] `json:"phone"`
	NationalID        optional[string] `json:"nationalId"`
	VoterID           optional[string] `json:"voterId"`
	VerificationToken optional[string] `json:"verificationToken"`
}

// register admits a voter under the installation's policy.
func (s *Server) register(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.register.Allow(r.client); !ok {
		return rateLimited(retry)
	}
	var in registration
	if err := r.decode(w, &in); err != nil {
		return err
	}
	kind, number, err := s.identity(in)
	if err != nil {
		return err
	}
	if in.VerificationToken.set {
		return invalid("verificationToken", "is not one that this server issued")
	}
	hash, err := s.newPassword(r.Context(), "password", in.Password, in.Email, in.FullName)
	if err != nil {
		return err
	}
	u, err := s.store.Register(r.Context(), store.Registration{
		Email: in.Email, PasswordHash: hash, FullName: in.FullName,
		DateOfBirth: in.DateOfBirth.value, Phone: in.Phone.value,
		Kind: kind, Number: number, Policy: policyNumber,
		Checks: []store.Check{{Name: "identity_number", Passed: true}},
	})
	if err != nil {
		return err
	}
	view := viewUser(u)
	return respond(w, struct {
		User      userView       `json:"user"`
		Admission *admissionView `json:"admission"`
	}{view, view.Admission})
}

// identity checks that there is exactly one identity number and that it is one of its scheme.
func (s *Server) identity(in registration) (store.IdentityKind, string, error) {
	kind, field, typed, scheme := store.NationalID, "nationalId", in.NationalID, s.nationalID
	if in.VoterID.set {
		kind, field, typed, scheme = store.VoterID, "voterId", in.VoterID, s.voterID
	}
	switch {
	case in.NationalID.set && in.VoterID.set:
		return "", "", &problem{Code: "validation_failed", Detail: "Give one identity number, not two.", Errors: []fieldProblem{
			{"nationalId", "give either this or voterId"}, {"voterId", "give either this or nationalId"},
		}}
	case !typed.set:
		return "", "", &problem{Code: "validation_failed", Detail: "An identity number is required.", Errors: []fieldProblem{
			{"nationalId", "this or voterId is required"},
		}}
	}
	compact, ok := scheme.Compact(typed.value)
	if !ok {
		return "", "", invalid(field, "must be "+scheme.Description)
	}
	return kind, compact, nil
}

// verifyID takes an image of an ID card. It is checked as an image; reading
// the card is not available.
func (s *Server) verifyID(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.verifyID.Allow(r.client); !ok {
		return rateLimited(retry)
	}
	data, err := s.receive(w, r)
	if err != nil {
		return err
	}
	if err := picture.Check(data); err != nil {
		return err
	}
	return &problem{Code: "ocr_unavailable", Detail: "This server cannot read identity cards. Register by typing the number.", retryAfter: 3600}
}

type schemeView struct {
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

func viewScheme(s ocr.Scheme) schemeView { return schemeView{s.Name, s.Description} }
