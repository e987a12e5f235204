package handlers

import (
	"errors"
	"net/http"

	"ostrakon/handlers/password"
	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/fault"
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
	reg, numberField, err := s.registrationOf(in)
	if err != nil {
		return err
	}
	if reg.PasswordHash, err = s.newPassword(r.Context(), "password", in.Password, in.Email, in.FullName); err != nil {
		return err
	}
	u, err := s.store.Register(r.Context(), reg)
	var refused *store.AdmissionError
	if errors.As(err, &refused) {
		return refusal(refused.Checks, numberField)
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

// registrationOf checks what was typed and holds it against the policy. All
// fields that are wrong are named at once. numberField is the one that the
// identity number or the member key came in.
func (s *Server) registrationOf(in registration) (reg store.Registration, numberField string, err error) {
	var faults []fieldProblem
	reg = store.Registration{
		Email: in.Email, FullName: in.FullName, DateOfBirth: in.DateOfBirth.value, Phone: in.Phone.value,
		Policy: string(s.policy), OnRoll: s.policy == PolicyRoll, Agrees: onRollAs(in), Review: in.AskForReview,
	}
	numberField, scheme := s.identify(in, &reg, &faults)
	if reg.Number != "" && !agreesWithNumber(scheme, reg.Number, reg.DateOfBirth) {
		faults = append(faults, faultOf("dateOfBirth", fault.BirthDiffers, nil))
	}
	var weak *password.WeakError
	if errors.As(password.Check(in.Password, in.Email, in.FullName), &weak) {
		faults = append(faults, faultOf("password", weak.Code, weak.Params))
	}
	faults = append(faults, s.readingOf(in, &reg)...)
	var invalid *store.ValidationError
	if errors.As(s.store.CheckPerson(reg), &invalid) {
		for _, f := range invalid.Fields {
			faults = append(faults, faultOf(f.Field, f.Code, f.Params))
		}
	}
	return reg, numberField, faulty(faults)
}

// identify reads the identity number or the member key, of which there must be exactly one.
func (s *Server) identify(in registration, reg *store.Registration, faults *[]fieldProblem) (field string, scheme ocr.Scheme) {
	var given []string
	for _, f := range []struct {
		name  string
		typed optional[string]
	}{{"nationalId", in.NationalID}, {"voterId", in.VoterID}, {"memberKey", in.MemberKey}} {
		if f.typed.set {
			given = append(given, f.name)
		}
	}
	if len(given) != 1 {
		code := fault.NumberRequired
		if s.policy == PolicyRoll {
			code = fault.NumberOrKeyRequired
		}
		if len(given) == 0 {
			given = append(given, "nationalId")
		} else {
			code = fault.OneNumberOnly
		}
		for _, name := range given {
			*faults = append(*faults, faultOf(name, code, nil))
		}
		return given[0], ocr.Scheme{}
	}
	switch field = given[0]; field {
	case "memberKey":
		var ok bool
		if reg.MemberKey, ok = store.ParseMemberKey(in.MemberKey.value); !ok || s.policy != PolicyRoll {
			*faults = append(*faults, faultOf(field, memberKeyFault(s.policy), nil))
		}
		return field, ocr.Scheme{}
	case "voterId":
		reg.Kind, scheme = store.VoterID, s.voterID
		reg.Number = numberOf(scheme, field, in.VoterID.value, faults)
	default:
		reg.Kind, scheme = store.NationalID, s.nationalID
		reg.Number = numberOf(scheme, field, in.NationalID.value, faults)
	}
	return field, scheme
}

func memberKeyFault(p Policy) fault.Code {
	if p != PolicyRoll {
		return fault.MemberKeyNotTaken
	}
	return fault.MemberKeyMalformed
}

// numberOf is the compact form of a typed number, or "" for one that is noted as a fault.
func numberOf(scheme ocr.Scheme, field, typed string, faults *[]fieldProblem) string {
	compact, ok := scheme.Compact(typed)
	if ok {
		return compact
	}
	if broken := scheme.Validate(compact); broken == ocr.RuleChecksum || broken == ocr.RuleDate {
		detail := "the date of birth in it does not exist"
		if broken == ocr.RuleChecksum {
			detail = "its check digits do not fit (" + scheme.Checksum + ")"
		}
		*faults = append(*faults, faultOf(field, fault.NumberCheckFailed, fault.Params{
			"scheme": scheme.Name, "description": scheme.Description, "rule": broken, "detail": detail,
		}))
		return ""
	}
	*faults = append(*faults, faultOf(field, fault.NumberMalformed, malformed(scheme)))
	return ""
}

// malformed tells what a number of a scheme looks like.
func malformed(scheme ocr.Scheme) fault.Params {
	return fault.Params{"scheme": scheme.Name, "description": scheme.Description}
}

// readingOf holds the registration against the reading of a card: one is
// required by the policy of the card, and any that is given has to agree.
func (s *Server) readingOf(in registration, reg *store.Registration) (faults []fieldProblem) {
	if reg.Number != "" {
		reg.Checks = append(reg.Checks, store.Check{Name: checkNumber, Passed: true})
	}
	if in.VerificationToken.value == "" {
		if s.policy != PolicyCard {
			return nil
		}
		if in.AskForReview {
			reg.Checks = append(reg.Checks, store.Check{Name: checkCardNumber})
			return nil
		}
		return []fieldProblem{faultOf("verificationToken", fault.VerificationRequired, nil)}
	}
	r, token, err := s.checkReading(in.VerificationToken.value)
	var p *problem
	if errors.As(err, &p) {
		return p.Errors
	}
	reg.Token = token
	var mac []byte
	if reg.MemberKey == "" {
		mac = s.store.ReadingMAC(reg.Kind, reg.Number)
	}
	reg.Checks = append(reg.Checks, cardChecks(r, in, mac)...)
	return nil
}

type schemeView struct {
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

func viewScheme(s ocr.Scheme) schemeView { return schemeView{s.Name, s.Description} }
