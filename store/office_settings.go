package store

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

// Settings are what administrators decide about their installation.
type Settings struct {
	Organisation string `json:"organisation,omitempty"` // its name; empty until set-up
	Language     string `json:"language,omitempty"`     // of pages where the browser asks for none that there is: one of Languages; as read, never empty
	TimeZone     string `json:"timeZone,omitempty"`     // IANA name, in which pages show times; the default for elections; as read, never empty
	Contact      string `json:"contact,omitempty"`      // whom voters ask, in words
	Address      string `json:"address,omitempty"`      // base URL that slips and links carry, without a path; "" means that of the page
	Policy       string `json:"policy,omitempty"`       // how voters are admitted; "" means the caller's default, as in the next two
	NationalID   string `json:"nationalId,omitempty"`   // kind of national ID number
	VoterID      string `json:"voterId,omitempty"`      // kind of voter ID number
	HideConvert  bool   `json:"hideConvert,omitempty"`  // the navigation of voters does not name the page of conversions
	HideDocs     bool   `json:"hideDocs,omitempty"`     // nor that of the API
	Logo         *Photo `json:"logo,omitempty"`
}

// Languages are those of the pages for voters, the first being the default.
func Languages() []string { return []string{"en", "fr", "de", "es"} }

// SettingsChange is a change of the settings; nil leaves a field as it is.
type SettingsChange struct {
	Organisation, Language, TimeZone, Contact, Address *string
	Policy, NationalID, VoterID                        *string
	HideConvert, HideDocs                              *bool
}

// Limits of settings, in characters.
const (
	maxContact = 300
	maxBaseURL = 200
	maxSetting = 64 // of the name of a policy or of a kind of number
)

// check brings the change to the form that is kept, and notes what is wrong with it.
func (c SettingsChange) check(faults *input.Faults) {
	for _, f := range []struct {
		name  string
		value *string
		most  int
	}{
		{"organisation", c.Organisation, maxName},
		{"policy", c.Policy, maxSetting},
		{"nationalId", c.NationalID, maxSetting},
		{"voterId", c.VoterID, maxSetting},
	} {
		if f.value != nil {
			faults.Line(f.name, f.value, 1, f.most)
		}
	}
	if c.Language != nil {
		input.OneOf(faults, "language", *c.Language, Languages()...)
	}
	if c.TimeZone != nil {
		faults.TimeZone("timeZone", *c.TimeZone)
	}
	if c.Contact != nil {
		faults.Text("contact", c.Contact, 0, maxContact)
	}
	if c.Address != nil {
		checkAddress(faults, "address", c.Address)
	}
}

// checkAddress normalises the base URL of a server: http or https, a host and perhaps a port. Pages are
// at the root of their server, so a path is refused.
func checkAddress(faults *input.Faults, field string, value *string) {
	*value = strings.TrimRight(strings.TrimSpace(*value), "/")
	if *value == "" {
		return
	}
	u, err := url.Parse(*value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || *value != u.Scheme+"://"+u.Host || len(*value) > maxBaseURL ||
		strings.ContainsFunc(u.Host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		faults.Add(field, refusal.NotAddress, nil)
	}
}

// Apply makes the change, and returns the names of the fields that it changes.
func (c SettingsChange) Apply(to *Settings) (changed []string) {
	note := func(name string, differs bool) {
		if differs {
			changed = append(changed, name)
		}
	}
	was := *to
	set(&to.Organisation, c.Organisation)
	set(&to.Language, c.Language)
	set(&to.TimeZone, c.TimeZone)
	set(&to.Contact, c.Contact)
	set(&to.Address, c.Address)
	set(&to.Policy, c.Policy)
	set(&to.NationalID, c.NationalID)
	set(&to.VoterID, c.VoterID)
	set(&to.HideConvert, c.HideConvert)
	set(&to.HideDocs, c.HideDocs)
	note("organisation", was.Organisation != to.Organisation)
	note("language", was.Language != to.Language)
	note("timeZone", was.TimeZone != to.TimeZone)
	note("contact", was.Contact != to.Contact)
	note("address", was.Address != to.Address)
	note("policy", was.Policy != to.Policy)
	note("nationalId", was.NationalID != to.NationalID)
	note("voterId", was.VoterID != to.VoterID)
	note("convert", was.HideConvert != to.HideConvert)
	note("docs", was.HideDocs != to.HideDocs)
	return changed
}

// admissionChanges reports whether fields that Apply has named say who may vote.
func admissionChanges(fields []string) bool {
	return slices.ContainsFunc(fields, func(name string) bool { return slices.Contains([]string{"policy", "nationalId", "voterId"}, name) })
}

type installationRecord struct {
	ID string `json:"id"`
	Settings
	IdentityKey []byte    `json:"identityKey"` // fingerprint of keys/identity.key
	SigningKey  []byte    `json:"signingKey"`  // public key of keys/signing.key
	CreatedAt   time.Time `json:"createdAt"`
}

// Installation is what anyone may know about this server.
type Installation struct {
	Settings
	SigningKey    []byte // Ed25519 public key of receipts, checkpoints and seals
	SetupRequired bool   // there is no active administrator yet
	Slips         bool   // somebody on the roll has a slip or a link
	Mail          bool   // e-mail with links can be sent
}

// installation reads the installation, with the defaults of what nobody has set.
func installation(tx *bolt.Tx) (installationRecord, error) {
	rec, err := kv.GetRecord[installationRecord](tx.Bucket(bucketSettings), settingInstallation)
	rec.Language, rec.TimeZone = cmp.Or(rec.Language, Languages()[0]), cmp.Or(rec.TimeZone, "UTC")
	return rec, err
}

func putInstallation(tx *bolt.Tx, rec installationRecord) error {
	return kv.PutRecord(tx.Bucket(bucketSettings), settingInstallation, rec)
}

// Installation returns the settings and what people can do here now, read in one transaction.
func (s *Store) Installation(ctx context.Context) (Installation, error) {
	var in Installation
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := installation(tx)
		in = Installation{Settings: rec.Settings, SigningKey: rec.SigningKey, SetupRequired: !hasAdmin(tx), Slips: hasKeys(tx), Mail: maySend(tx) == nil}
		return err
	})
	return in, err
}

// Settings reads the settings.
func (s *Store) Settings(ctx context.Context) (Settings, error) {
	in, err := s.Installation(ctx)
	return in.Settings, err
}

// hasKeys reports whether an entry of the roll has a key.
func hasKeys(tx *bolt.Tx) bool {
	k, _ := tx.Bucket(bucketRollByKey).Cursor().First()
	return k != nil
}

func hasAdmin(tx *bolt.Tx) bool { return number(tx, counterAdmins) > 0 }
