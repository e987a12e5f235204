package handlers

import (
	"context"
	"crypto/subtle"
	"errors"
	"net/http"
	"time"

	"ostrakon/handlers/password"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// hashWait is how long a request waits for its turn to hash a password: long enough for a hall in
// which everybody signs in at once, while votes leave a core.
const hashWait = 30 * time.Second

// startSession answers with a new token for an account. byKey says that a slip or a link opened the session.
func (s *Server) startSession(w http.ResponseWriter, a store.Account, byKey bool) error {
	token, expires, err := s.tokens.issue(a, byKey)
	return rest.Respond(w, sessionView{Token: token, TokenType: "Bearer", ExpiresAt: expires, User: viewUser(a.User)}, err)
}

// login signs in a voter or an administrator.
func (s *Server) login(w http.ResponseWriter, r *request) error {
	var in struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.Email == "" {
		return refusal.Invalid("email", refusal.Required, nil)
	}
	if in.Password == "" {
		return refusal.Invalid("password", refusal.Required, nil)
	}
	attempt, retry := s.limits.signIn.Begin(input.EmailKey(in.Email), r.Client)
	if attempt == nil {
		return rest.RateLimited(retry)
	}
	defer attempt.End()
	a, err := s.store.AccountByEmail(r.Context(), in.Email)
	if err != nil && !errors.Is(err, refusal.NotFound) {
		return err
	}
	exchangeOf(w).exact = a.Role == store.RoleAdmin
	right, err := s.checkPassword(r, a, in.Password)
	if err != nil {
		return err
	}
	if !right {
		attempt.Failed()
		return refusal.InvalidCredentials
	}
	attempt.Succeeded()
	if a.Status != store.UserActive {
		return refusal.Suspended
	}
	return s.startSession(w, a, false)
}

// signInByKey signs in the person on the electoral roll whose slip or link has a key. Nobody can
// guess one, so a right key is never refused, and a hall of phones behind one router gets in.
func (s *Server) signInByKey(w http.ResponseWriter, r *request) error {
	var in struct {
		Key         string `json:"key"`
		DateOfBirth string `json:"dateOfBirth"`
		Member      string `json:"member"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	key, err := readMemberKey(in.Key)
	if err != nil {
		return err
	}
	a, err := s.store.SignInByKey(r.Context(), key, store.SaidFacts{DateOfBirth: in.DateOfBirth, Member: in.Member})
	if err := s.limitKeys(r, err); err != nil {
		return err
	}
	return s.startSession(w, a, true)
}

// getPersonOfKey tells whose slip or link has a key, so that the page can ask before anybody signs in.
func (s *Server) getPersonOfKey(w http.ResponseWriter, r *request) error {
	var in struct {
		Key string `json:"key"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	key, err := readMemberKey(in.Key)
	if err != nil {
		return err
	}
	name, asks, err := s.store.PersonOfKey(r.Context(), key)
	return rest.Respond(w, keyPersonView{name, asks}, s.limitKeys(r, err))
}

// readMemberKey reads a member key in whatever form a person typed it.
func readMemberKey(typed string) (string, error) {
	key, ok := store.ParseMemberKey(typed)
	switch {
	case !ok && key != "":
		return "", refusal.Invalid("key", refusal.MemberKeyMistyped, nil)
	case !ok:
		return "", refusal.Invalid("key", refusal.MemberKeyMalformed, nil)
	}
	return key, nil
}

// limitKeys returns the error of a search for a member key. Whoever asks for too many keys that are nobody's waits.
func (s *Server) limitKeys(r *request, err error) error {
	if errors.Is(err, refusal.KeyUnknown) {
		return s.limitFailed(r, err)
	}
	return err
}

// limitFailed returns the error of an attempt to sign in. Whoever fails too often waits.
func (s *Server) limitFailed(r *request, err error) error {
	if retry, ok := s.limits.keys.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	return err
}

// checkPassword reports whether a password is the one of an account. It takes the same time for an
// account that does not exist, or has no password.
func (s *Server) checkPassword(r *request, a store.Account, typed string) (bool, error) {
	ctx, cancel := context.WithTimeout(r.Context(), hashWait)
	defer cancel()
	if a.PasswordHash == "" {
		return false, s.hasher.VerifyAbsent(ctx, typed)
	}
	right, stale, err := s.hasher.Verify(ctx, a.PasswordHash, typed)
	if err != nil || !stale {
		return right, err
	}
	hash, err := s.hasher.Hash(ctx, typed)
	if err != nil {
		return true, err
	}
	return true, s.store.Rehash(ctx, a.ID, a.PasswordHash, hash)
}

// mayChoose checks a password that somebody chose. field is its name in the request. It must be none
// of the names, nor the organisation's.
func (s *Server) mayChoose(ctx context.Context, field, chosen string, names ...string) error {
	settings, err := s.store.Settings(ctx)
	if err != nil {
		return err
	}
	return password.Check(field, chosen, append(names, settings.Organisation)...)
}

// newPassword checks and hashes a password that somebody chose; see mayChoose.
func (s *Server) newPassword(ctx context.Context, field, chosen string, names ...string) (string, error) {
	if err := s.mayChoose(ctx, field, chosen, names...); err != nil {
		return "", err
	}
	return s.hash(ctx, chosen)
}

// hash hashes a password that was checked, if there is a core for it in time.
func (s *Server) hash(ctx context.Context, chosen string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, hashWait)
	defer cancel()
	return s.hasher.Hash(ctx, chosen)
}

// logOut ends the session of the request. With everywhere, all sessions of the user end. Each session that ends alone
// takes some bytes of the database for a day or two: an account can end only so many.
func (s *Server) logOut(w http.ResponseWriter, r *request) error {
	var in struct {
		Everywhere bool `json:"everywhere"`
	}
	if err := r.DecodeOptional(w, &in); err != nil {
		return err
	}
	if in.Everywhere {
		return rest.Respond(w, in, s.store.EndSessions(r.Context(), r.user.ID))
	}
	if retry, ok := s.limits.signOut.Allow(string(r.user.ID)); !ok {
		return rest.RateLimited(retry)
	}
	return rest.Respond(w, in, s.store.EndSession(r.Context(), r.session.Session))
}

// changePassword sets a new password and answers with a new session. All other sessions of the user
// end. Somebody without a password, or who came with their slip, need not give the current one.
func (s *Server) changePassword(w http.ResponseWriter, r *request) error {
	var in struct {
		CurrentPassword string `json:"currentPassword"`
		NewPassword     string `json:"newPassword"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if r.user.HasPassword && !r.session.byKey {
		if err := s.confirm(r, "currentPassword", in.CurrentPassword); err != nil {
			return err
		}
	}
	hash, err := s.newPassword(r.Context(), "newPassword", in.NewPassword, r.user.Email, r.user.FullName)
	if err != nil {
		return err
	}
	a, err := s.store.UpdateUser(r.Context(), audit.ByUser(r.user.ID), r.user.ID, store.UserChange{PasswordHash: &hash})
	if err != nil {
		return err
	}
	return s.startSession(w, a, r.session.byKey)
}

// confirm checks the password of the signed-in user; field is its name in the request. Failures
// count for the account alone, separately from sign-ins: only someone with a token of the account
// gets here, so a stranger cannot exhaust this limit.
func (s *Server) confirm(r *request, field, typed string) error {
	account := string(r.user.ID)
	if retry, ok := s.limits.confirm.Allow(account); !ok {
		return rest.RateLimited(retry)
	}
	a, err := s.store.Account(r.Context(), r.user.ID)
	right := false
	if err == nil {
		right, err = s.checkPassword(r, a, typed)
	}
	if err == nil && !right {
		return refusal.WrongPassword.At(field)
	}
	s.limits.confirm.GiveBack(account)
	return err
}

// setUp creates the first administrator, for whoever has the one-time link, and takes the first settings along.
func (s *Server) setUp(w http.ResponseWriter, r *request) error {
	exchangeOf(w).exact = true // no page of voters calls this
	if retry, ok := s.limits.setUp.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	var in struct {
		SetupToken   string                        `json:"setupToken"`
		Email        string                        `json:"email"`
		Password     string                        `json:"password"`
		FullName     string                        `json:"fullName"`
		Organisation string                        `json:"organisation"`
		TimeZone     string                        `json:"timeZone"`
		Language     string                        `json:"language"`
		Contact      string                        `json:"contact"`
		Identity     rest.Optional[identityFields] `json:"identity"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if s.setupToken == "" || subtle.ConstantTimeCompare([]byte(in.SetupToken), []byte(s.setupToken)) != 1 {
		return refusal.SetupClosed
	}
	brings := store.SettingsChange{
		Organisation: unlessEmpty(in.Organisation), TimeZone: unlessEmpty(in.TimeZone), Language: unlessEmpty(in.Language),
		Contact: unlessEmpty(in.Contact),
	}
	var faults input.Faults
	in.Identity.Value.change(&brings, &faults)
	if err := faults.Err(); err != nil {
		return err
	}
	if err := s.checkSettings(r.Context(), &brings); err != nil {
		return err
	}
	a, err := s.newAdmin(r.Context(), in.Email, in.Password, in.FullName, in.Organisation)
	if err != nil {
		return err
	}
	a.Settings = brings
	account, err := s.store.SetUp(r.Context(), a)
	if err != nil {
		return err
	}
	return s.startSession(w, account, false)
}

// unlessEmpty is the change that a text asks for; "" asks for none.
func unlessEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// newAdmin makes the record of a new administrator, with the password hashed, which is none of the names either.
func (s *Server) newAdmin(ctx context.Context, email, chosen, fullName string, names ...string) (store.NewAdmin,
	error) {
	names = append(names, email, fullName)
	var wrong input.Faults = refusal.FieldsOf(s.store.CheckPerson(store.Registration{Email: email, FullName: fullName}))
	wrong = append(wrong, refusal.FieldsOf(s.mayChoose(ctx, "password", chosen, names...))...)
	if err := wrong.Err(); err != nil {
		return store.NewAdmin{}, err
	}
	hash, err := s.hash(ctx, chosen)
	return store.NewAdmin{Email: email, PasswordHash: hash, FullName: fullName}, err
}
