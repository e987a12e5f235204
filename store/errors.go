package store

import (
	"fmt"
	"strings"

	"ostrakon/store/fault"
)

// Code names a broken rule. It is stable: clients and the OpenAPI document rely on it.
type Code string

// Error is a rule of the election office that a request broke. Compare with
// errors.Is, which goes by Code.
type Error struct {
	Code    Code
	Message string // a sentence for the person who asked
	Field   string // the request field at fault, if one is
	Params  fault.Params
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Message) }

// Is reports whether target is an Error of the same Code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// The rules of the election office. Each method's comment lists which it returns.
var (
	ErrNotFound             = &Error{Code: "not_found", Message: "There is no such record."}
	ErrEmailTaken           = &Error{Code: "email_taken", Message: "This e-mail address is already registered.", Field: "email"}
	ErrIdentityTaken        = &Error{Code: "identity_taken", Message: "This identity number is already registered."}
	ErrLastAdmin            = &Error{Code: "last_admin", Message: "The last active administrator cannot be demoted or suspended.", Field: "role"}
	ErrSetupClosed          = &Error{Code: "setup_closed", Message: "Set-up is closed: the link is wrong or was used already."}
	ErrSessionEnded         = &Error{Code: "token_invalid", Message: "This session has ended. Sign in again."}
	ErrSuspended            = &Error{Code: "account_suspended", Message: "This account is suspended."}
	ErrNotDraft             = &Error{Code: "election_not_draft", Message: "This can be changed only while the election is in DRAFT."}
	ErrNotActive            = &Error{Code: "election_not_active", Message: "Votes are taken only while the election is ACTIVE."}
	ErrNotCompleted         = &Error{Code: "election_not_completed", Message: "Ballots are counted only after the election is COMPLETED."}
	ErrIllegalTransition    = &Error{Code: "illegal_transition", Message: "An election goes from DRAFT to ACTIVE to COMPLETED, one step at a time.", Field: "status"}
	ErrNoKey                = &Error{Code: "election_has_no_key", Message: "This election has no key: one is made when it opens and destroyed when it is counted."}
	ErrTooFewCandidates     = &Error{Code: "too_few_candidates", Message: "An election needs at least two candidates to open.", Params: fault.Params{"min": MinCandidates}}
	ErrTooManyCandidates    = &Error{Code: "too_many_candidates", Message: "An election takes at most 100 candidates.", Params: fault.Params{"max": MaxCandidates}}
	ErrCandidateElsewhere   = &Error{Code: "candidate_not_in_election", Message: "This candidate does not stand in this election.", Field: "candidateId"}
	ErrAlreadyVoted         = &Error{Code: "already_voted", Message: "You have already voted in this election."}
	ErrVotingNotOpen        = &Error{Code: "voting_not_open", Message: "Voting has not opened yet."}
	ErrVotingClosed         = &Error{Code: "voting_closed", Message: "Voting has closed."}
	ErrResultsRestricted    = &Error{Code: "results_restricted", Message: "Results can be read once the election is COMPLETED."}
	ErrResultsNotCalculated = &Error{Code: "results_not_calculated", Message: "The results of this election have not been calculated yet."}
	ErrLeafPending          = &Error{Code: "leaf_pending", Message: "This ballot is stored. It enters the public log together with others, at the latest when the election closes."}
	ErrNotAdmitted          = &Error{Code: "admission_refused", Message: "The registration was checked and not admitted."}
	ErrTokenSpent           = &Error{Code: "verification_spent", Message: "This reading of a card was used already. Photograph the card again.", Field: "verificationToken"}
	ErrRollClash            = &Error{Code: "roll_clash", Message: "Another entry of the roll has this number or member reference."}
	ErrRollInUse            = &Error{Code: "roll_in_use", Message: "An election that is ACTIVE uses this entry of the roll. It can be removed after the election."}
	ErrRollRegistered       = &Error{Code: "roll_registered", Message: "Somebody has registered on this entry of the roll already."}
	ErrRollEmpty            = &Error{Code: "roll_empty", Message: "The electoral roll is empty: nobody could vote in this election.", Field: "electorate"}
	ErrNotInElectorate      = &Error{Code: "not_in_electorate", Message: "Only the people on the electoral roll, as it stood when this election opened, vote in it."}
	ErrNotVoter             = &Error{Code: "role_required", Message: "Only an active account with the role USER, admitted with an identity number, can vote."}
)

// FieldError is one field that failed validation, and why.
type FieldError struct {
	Field string
	fault.Fault
}

// ValidationError lists every field of an input that breaks a limit.
type ValidationError struct {
	Fields []FieldError
}

func (e *ValidationError) Error() string {
	var b strings.Builder
	b.WriteString("validation failed")
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s: %s", f.Field, f.Message())
	}
	return b.String()
}

// invalid is a ValidationError of one field.
func invalid(field string, code fault.Code, params fault.Params) error {
	var v validation
	v.fail(field, code, params)
	return v.err()
}
