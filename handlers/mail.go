package handlers

import (
	"net/http"
	"time"

	"ostrakon/handlers/mailer"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// mailView is the settings of e-mail, and how the queue is doing. The password is never shown.
type mailView struct {
	store.MailSettings
	HasPassword bool             `json:"hasPassword"`
	Waiting     int              `json:"waiting"`
	Sent        int              `json:"sent"`
	Failed      int              `json:"failed"`
	Problem     *mailProblemView `json:"problem,omitempty"`
	Texts       mailTextsView    `json:"texts"`
}

// mailTextsView is the texts that an administrator begins with, by language.
type mailTextsView struct {
	Invitation map[string]store.MailText `json:"invitation"`
	Reminder   map[string]store.MailText `json:"reminder"`
}

type mailProblemView struct {
	Reply string    `json:"reply"`
	Next  time.Time `json:"next"`
}

func (s *Server) viewMail(r *request) (mailView, error) {
	settings, hasPassword, err := s.store.MailSettings(r.Context())
	if err != nil {
		return mailView{}, err
	}
	queue, err := s.store.Messages(r.Context(), "", store.Page{Limit: 1})
	if err != nil {
		return mailView{}, err
	}
	v := mailView{
		MailSettings: settings, HasPassword: hasPassword, Waiting: queue.Waiting, Sent: queue.Sent, Failed: queue.Failed,
	}
	if p := s.mailer.Problem(); p != nil {
		v.Problem = &mailProblemView{p.Reply, p.Next}
	}
	v.Texts.Invitation, v.Texts.Reminder, err = mailer.Texts()
	return v, err
}

// getMail reads the settings of e-mail.
func (s *Server) getMail(w http.ResponseWriter, r *request) error {
	v, err := s.viewMail(r)
	if err != nil {
		return err
	}
	return respond(w, v)
}

// updateMail changes the settings of e-mail.
func (s *Server) updateMail(w http.ResponseWriter, r *request) error {
	var in struct {
		Host      optional[string]             `json:"host"`
		Port      optional[int]                `json:"port"`
		Security  optional[store.MailSecurity] `json:"security"`
		Username  optional[string]             `json:"username"`
		Password  optional[string]             `json:"password"`
		From      optional[string]             `json:"from"`
		FromName  optional[string]             `json:"fromName"`
		PerMinute optional[int]                `json:"perMinute"`
	}
	if err := r.decodeChange(w, maxJSON, &in, func() (any, error) { return s.viewMail(r) }); err != nil {
		return err
	}
	var faults input.Faults
	c := store.MailChange{
		Host: in.Host.clearable(), Port: in.Port.required("port", &faults),
		Security: in.Security.required("security", &faults), Username: in.Username.clearable(),
		Password: in.Password.clearable(), From: in.From.clearable(), FromName: in.FromName.clearable(),
		PerMinute: in.PerMinute.required("perMinute", &faults),
	}
	if err := faults.Err(); err != nil {
		return err
	}
	if err := s.store.ChangeMail(r.Context(), r.by(), c); err != nil {
		return err
	}
	s.mailer.Wake()
	return s.getMail(w, r)
}

// sendTestMail sends a message to an address at once, and answers with what the SMTP server thinks of it.
func (s *Server) sendTestMail(w http.ResponseWriter, r *request) error {
	var in struct {
		To string `json:"to"`
	}
	if err := r.decode(w, &in); err != nil {
		return err
	}
	if in.To == "" {
		return refusal.Invalid("to", refusal.Required, nil)
	}
	set, err := s.store.Settings(r.Context())
	if err != nil {
		return err
	}
	if err := s.mailer.Test(r.Context(), in.To, set.Organisation, set.Language); err != nil {
		return err
	}
	return respond(w, struct {
		Sent bool `json:"sent"`
	}{true})
}

// messageView is a message of the queue.
type messageView struct {
	Number   uint64           `json:"number"`
	Kind     store.MailKind   `json:"kind"`
	State    store.MailState  `json:"state"`
	Name     string           `json:"name"`
	Entry    store.RollID     `json:"entryId,omitempty"`
	User     store.UserID     `json:"userId,omitempty"`
	Election store.ElectionID `json:"electionId,omitempty"`
	Attempts int              `json:"attempts"`
	Next     time.Time        `json:"next,omitzero"`
	Code     string           `json:"code,omitempty"`
}

func viewMessage(m store.AddressedMessage) messageView {
	return messageView{m.Number, m.Kind, m.State, m.Name, m.Entry, m.User, m.Election, m.Attempts, m.Next, m.Code}
}

// listMessages lists the queue of e-mail, newest first.
func (s *Server) listMessages(w http.ResponseWriter, r *request) error {
	page, err := r.page()
	if err != nil {
		return err
	}
	var faults input.Faults
	state := choice(r, "state", &faults, store.MailWaiting, store.MailSent, store.MailFailed)
	if err := faults.Err(); err != nil {
		return err
	}
	l, err := s.store.Messages(r.Context(), state, page)
	if err != nil {
		return err
	}
	return respondList(w, r, l.List, viewMessage)
}

// dropMessages removes every message that waits.
func (s *Server) dropMessages(w http.ResponseWriter, r *request) error {
	dropped, err := s.store.DropWaiting(r.Context(), r.by())
	if err != nil {
		return err
	}
	return respond(w, struct {
		Dropped int `json:"dropped"`
	}{dropped})
}

// countInvitable tells how many people would get a message of each kind.
func (s *Server) countInvitable(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	found, err := s.store.Invitable(r.Context(), id)
	if err != nil {
		return err
	}
	return respond(w, found)
}

// inviteVoters queues invitations to an election, or reminders.
func (s *Server) inviteVoters(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	var in struct {
		Kind  store.MailKind                       `json:"kind"`
		Texts map[string]*optional[store.MailText] `json:"texts"`
	}
	in.Texts = make(map[string]*optional[store.MailText])
	for _, language := range store.LanguageCodes() {
		in.Texts[language] = new(optional[store.MailText])
	}
	if err := r.decode(w, &in); err != nil {
		return err
	}
	texts := make(map[string]store.MailText)
	for language, text := range in.Texts {
		if text.value != (store.MailText{}) {
			texts[language] = text.value
		}
	}
	done, err := s.store.Invite(r.Context(), r.by(), id, in.Kind, texts)
	if err != nil {
		return err
	}
	s.mailer.Wake()
	return respond(w, struct {
		Queued         int `json:"queued"`
		WithoutAddress int `json:"withoutAddress"`
	}{done.Queued, done.WithoutAddress})
}
