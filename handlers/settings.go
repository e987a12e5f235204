package handlers

import (
	"context"
	"net/http"
	"path"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// installationView is what an administrator sees of the settings. What was set at the start of the
// server stands in the place of the setting.
type installationView struct {
	Organisation string       `json:"organisation"`
	Language     string       `json:"language"`
	TimeZone     string       `json:"timeZone"`
	Contact      string       `json:"contact,omitempty"`
	Address      string       `json:"address,omitempty"`
	Identity     identityView `json:"identity"`
	Pages        pagesView    `json:"pages"`
	Sites        []string     `json:"sites"`
	KeepDays     keepView     `json:"keepDays"`
	Logo         *photoView   `json:"logo,omitempty"`
	Fixed        []string     `json:"fixed"` // the fields that were set at the start
	Kinds        []kindView   `json:"kinds"` // the kinds of number to choose from
	Version      string       `json:"etag"`
}

type kindView struct {
	Scheme   string    `json:"scheme"`
	ReadFrom ocr.Place `json:"readFrom"`
}

type identityView struct {
	Policy     registrar.Policy `json:"policy"`
	NationalID string           `json:"nationalId"`
	VoterID    string           `json:"voterId"`

	LeastAge      int  `json:"leastAge"`
	RefuseExpired bool `json:"refuseExpired"`

	SecondFact store.SecondFact `json:"secondFact"`
}

// pagesView tells which pages the navigation of voters names.
type pagesView struct {
	Convert bool `json:"convert"`
	Docs    bool `json:"docs"`
}

// keepView tells after how many days what is known of people is deleted; 0 means never.
type keepView struct {
	Applications int `json:"applications"`
	Accounts     int `json:"accounts"`
	Rolls        int `json:"rolls"`
}

func viewPages(in store.Settings) pagesView { return pagesView{!in.HideConvert, !in.HideDocs} }

// viewLogo is the logo of the installation; nil if it has none. The address changes with the
// image, so that no page shows an older one.
func viewLogo(p *store.Photo) *photoView {
	if p == nil {
		return nil
	}
	return viewPhoto(p, "", "/api/logo?v="+p.SHA256[:16])
}

// viewSettings reads the settings as an administrator sees them.
func (s *Server) viewSettings(ctx context.Context) (installationView, error) {
	in, err := s.store.Settings(ctx)
	if err != nil {
		return installationView{}, err
	}
	rules, err := s.registrar.Under(in)
	if err != nil {
		return installationView{}, err
	}
	v := installationView{
		Organisation: in.Organisation, Language: in.Language, TimeZone: in.TimeZone, Contact: in.Contact, Address: in.Address,
		Identity: identityView{rules.Policy, rules.NationalID.Name, rules.VoterID.Name, rules.LeastAge, rules.RefuseExpired,
			in.SecondFact},
		Pages: viewPages(in), Sites: append([]string{}, in.Sites...), KeepDays: keepView(in.Keep),
		Logo: viewLogo(in.Logo), Fixed: []string{}, Kinds: viewKinds(), Version: in.Version(),
	}
	for _, f := range s.fixed {
		v.Fixed = append(v.Fixed, f.name)
	}
	return v, nil
}

// viewKinds lists all kinds of identity number.
func viewKinds() (kinds []kindView) {
	for _, kind := range ocr.Schemes() {
		kinds = append(kinds, kindView{kind.Name, kind.ReadFrom()})
	}
	return kinds
}

// fixedSetting is a setting that the operator has set at the start of the server.
type fixedSetting struct {
	name, flag, value string
	of                func(*store.SettingsChange) **string
}

// fixed lists what the options set.
func (o Options) fixed() (all []fixedSetting) {
	for _, f := range []fixedSetting{
		{"timeZone", "-time-zone", o.TimeZone, func(c *store.SettingsChange) **string { return &c.TimeZone }},
		{"identity.policy", "-identity", string(o.Policy), func(c *store.SettingsChange) **string { return &c.Policy }},
		{"identity.nationalId", "-national-id", o.NationalID.Name,
			func(c *store.SettingsChange) **string { return &c.NationalID }},
		{"identity.voterId", "-voter-id", o.VoterID.Name, func(c *store.SettingsChange) **string { return &c.VoterID }},
	} {
		if f.value != "" {
			all = append(all, f)
		}
	}
	return all
}

// checkSettings refuses a change of what was set at the start, and names that the server does not know. It
// takes out of the change what stays as it is, so that a default is no change.
func (s *Server) checkSettings(ctx context.Context, c *store.SettingsChange) error {
	var wrong input.Faults
	for _, f := range s.fixed {
		given := f.of(c)
		if *given != nil && **given != f.value {
			wrong.Add(path.Ext("." + f.name)[1:], refusal.SetAtStart, refusal.Facts{"flag": f.flag})
		}
		*given = nil
	}
	rules, err := s.registrar.Rules(ctx)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		given **string
		now   string
	}{{&c.Policy, string(rules.Policy)}, {&c.NationalID, rules.NationalID.Name}, {&c.VoterID, rules.VoterID.Name}} {
		if *f.given != nil && **f.given == f.now {
			*f.given = nil
		}
	}
	unknown, err := s.registrar.CheckChange(ctx, *c, s.cards != nil)
	if err != nil {
		return err
	}
	return append(wrong, unknown...).Err()
}

// identityFields decide who may vote.
type identityFields struct {
	Policy     rest.Optional[string] `json:"policy"`
	NationalID rest.Optional[string] `json:"nationalId"`
	VoterID    rest.Optional[string] `json:"voterId"`

	LeastAge      rest.Optional[int]  `json:"leastAge"`
	RefuseExpired rest.Optional[bool] `json:"refuseExpired"`

	SecondFact rest.Optional[store.SecondFact] `json:"secondFact"`
}

// change adds what the fields ask for to a change.
func (f identityFields) change(c *store.SettingsChange, faults *input.Faults) {
	c.Policy, c.NationalID, c.VoterID = f.Policy.Required("policy", faults), f.NationalID.Required("nationalId", faults),
		f.VoterID.Required("voterId", faults)
	c.SecondFact = f.SecondFact.Required("secondFact", faults)
	c.LeastAge = f.LeastAge.Required("leastAge", faults)
	c.RefuseExpired = f.RefuseExpired.Required("refuseExpired", faults)
}

// keepFields say after how many days what is known of people is deleted.
type keepFields struct {
	Applications rest.Optional[int] `json:"applications"`
	Accounts     rest.Optional[int] `json:"accounts"`
	Rolls        rest.Optional[int] `json:"rolls"`
}

// change adds what the fields ask for to a change.
func (f keepFields) change(c *store.SettingsChange, faults *input.Faults) {
	c.KeepApplications, c.KeepAccounts, c.KeepRolls = f.Applications.Required("applications", faults),
		f.Accounts.Required("accounts", faults), f.Rolls.Required("rolls", faults)
}

// getSettings answers with the settings.
func (s *Server) getSettings(w http.ResponseWriter, r *request) error {
	v, err := s.viewSettings(r.Context())
	return respondVersion(w, v, v.Version, err)
}

// updateSettings changes settings.
func (s *Server) updateSettings(w http.ResponseWriter, r *request) error {
	var in struct {
		Organisation rest.Optional[string]         `json:"organisation"`
		Language     rest.Optional[string]         `json:"language"`
		TimeZone     rest.Optional[string]         `json:"timeZone"`
		Contact      rest.Optional[string]         `json:"contact"`
		Address      rest.Optional[string]         `json:"address"`
		Identity     rest.Optional[identityFields] `json:"identity"`
		Pages        rest.Optional[struct {
			Convert rest.Optional[bool] `json:"convert"`
			Docs    rest.Optional[bool] `json:"docs"`
		}] `json:"pages"`
		Sites    rest.Optional[[]string]   `json:"sites"`
		KeepDays rest.Optional[keepFields] `json:"keepDays"`
	}
	shown := func() (any, error) { return s.viewSettings(r.Context()) }
	if err := r.DecodeChange(w, rest.MaxJSON, &in, shown); err != nil {
		return err
	}
	var faults input.Faults
	c := store.SettingsChange{
		Organisation: in.Organisation.Required("organisation", &faults), Language: in.Language.Required("language", &faults),
		TimeZone: in.TimeZone.Required("timeZone", &faults), Contact: in.Contact.Clearable(), Address: in.Address.Clearable(),
		HideConvert: hidden(in.Pages.Value.Convert.Required("convert", &faults)),
		HideDocs:    hidden(in.Pages.Value.Docs.Required("docs", &faults)),
		Sites:       in.Sites.Required("sites", &faults),
	}
	in.Identity.Required("identity", &faults)
	in.Pages.Required("pages", &faults)
	in.KeepDays.Required("keepDays", &faults)
	in.Identity.Value.change(&c, &faults)
	in.KeepDays.Value.change(&c, &faults)
	if err := faults.Err(); err != nil {
		return err
	}
	if err := s.checkSettings(r.Context(), &c); err != nil {
		return err
	}
	if _, err := s.store.ChangeSettings(r.Context(), r.by(), c); err != nil {
		return err
	}
	return s.getSettings(w, r)
}

// hidden is the change of a page that is to be shown or not.
func hidden(shown *bool) *bool {
	if shown == nil {
		return nil
	}
	return new(!*shown)
}

// uploadLogo gives the installation a logo.
func (s *Server) uploadLogo(w http.ResponseWriter, r *request) error {
	image, err := s.readPhoto(w, r)
	if err != nil {
		return err
	}
	if _, err := s.store.SetLogo(r.Context(), r.by(), image); err != nil {
		return err
	}
	return s.getSettings(w, r)
}

// removeLogo removes the logo.
func (s *Server) removeLogo(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveLogo(r.Context(), r.by()))
}

// getLogo serves the logo.
func (s *Server) getLogo(w http.ResponseWriter, r *request) error {
	p, data, err := s.store.Logo(r.Context())
	return respondPhoto(w, r, p, data, "no-cache", err)
}
