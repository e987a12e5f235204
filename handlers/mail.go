package handlers

import (
	"net/http"
	"time"

	"ostrakon/handlers/mailer"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/words"
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
	Announcement map[string]store.MailText `json:"announcement"` // invitations from a draft
	Invitation   map[string]store.MailText `json:"invitation"`
	Reminder     map[string]store.MailText `json:"reminder"`
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
	v.Texts, err = mailTexts()
	return v, err
}

// mailTexts reads the texts that an administrator begins with.
func mailTexts() (v mailTextsView, err error) {
	v.Announcement, err = mailer.Texts("announcement")
	if err == nil {
		v.Invitation, err = mailer.Texts("invitation")
	}
	if err == nil {
		v.Reminder, err = mailer.Texts("reminder")
	}
	return v, err
}

// getMail reads the settings of e-mail.
func (s *Server) getMail(w http.ResponseWriter, r *request) error {
	v, err := s.viewMail(r)
	return rest.Respond(w, v, err)
}

// updateMail changes the settings of e-mail.
func (s *Server) updateMail(w http.ResponseWriter, r *request) error {
	var in struct {
		Host      rest.Optional[string]             `json:"host"`
		Port      rest.Optional[int]                `json:"port"`
		Security  rest.Optional[store.MailSecurity] `json:"security"`
		Username  rest.Optional[string]             `json:"username"`
		Password  rest.Optional[string]             `json:"password"`
		From      rest.Optional[string]             `json:"from"`
		FromName  rest.Optional[string]             `json:"fromName"`
		PerMinute rest.Optional[int]                `json:"perMinute"`
	}
	if err := r.DecodeChange(w, rest.MaxJSON, &in, func() (any, error) { return s.viewMail(r) }); err != nil {
		return err
	}
	var faults input.Faults
	c := store.MailChange{
		Host: in.Host.Clearable(), Port: in.Port.Required("port", &faults),
		Security: in.Security.Required("security", &faults), Username: in.Username.Clearable(),
		Password: in.Password.Clearable(), From: in.From.Clearable(), FromName: in.FromName.Clearable(),
		PerMinute: in.PerMinute.Required("perMinute", &faults),
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
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.To == "" {
		return refusal.Invalid("to", refusal.Required, nil)
	}
	set, err := s.store.Settings(r.Context())
	if err != nil {
		return err
	}
	err = s.mailer.Test(r.Context(), in.To, set.Organisation, set.Language)
	return rest.Respond(w, obj{"sent": true}, err)
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
	page, err := r.Page()
	if err != nil {
		return err
	}
	var faults input.Faults
	state := rest.Choice(r.Request, "state", &faults, store.MailWaiting, store.MailSent, store.MailFailed)
	if err := faults.Err(); err != nil {
		return err
	}
	l, err := s.store.Messages(r.Context(), state, page)
	return rest.RespondList(w, r.Request, l.List, viewMessage, err)
}

// dropMessages removes every message that waits.
func (s *Server) dropMessages(w http.ResponseWriter, r *request) error {
	dropped, err := s.store.DropWaiting(r.Context(), r.by())
	return rest.Respond(w, obj{"dropped": dropped}, err)
}

// countInvitable tells how many people would get a message of each kind.
func (s *Server) countInvitable(w http.ResponseWriter, r *request) error {
	found, err := s.store.Invitable(r.Context(), r.election)
	return rest.Respond(w, found, err)
}

// inviteVoters queues invitations to an election, or reminders.
func (s *Server) inviteVoters(w http.ResponseWriter, r *request) error {
	var in struct {
		Kind  store.MailKind                            `json:"kind"`
		Opens string                                    `json:"opens"`
		Texts map[string]*rest.Optional[store.MailText] `json:"texts"`
	}
	in.Texts = make(map[string]*rest.Optional[store.MailText])
	for _, language := range words.Codes() {
		in.Texts[language] = new(rest.Optional[store.MailText])
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	texts := make(map[string]store.MailText)
	for language, text := range in.Texts {
		if text.Value != (store.MailText{}) {
			texts[language] = text.Value
		}
	}
	done, err := s.store.Invite(r.Context(), r.by(), r.election,
		store.Mailing{Kind: in.Kind, Texts: texts, Opens: in.Opens})
	if err == nil {
		s.mailer.Wake()
	}
	return rest.Respond(w, obj{"queued": done.Queued, "withoutAddress": done.WithoutAddress}, err)
}
