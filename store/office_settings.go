package store

import (
	"cmp"
	"context"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/words"

	bolt "go.etcd.io/bbolt"
)

// Settings is what administrators decide about their installation.
type Settings struct {
	Organisation string `json:"organisation,omitempty"` // its name; empty until set-up
	// Language is that of pages where the browser asks for no language that there is. As read, it is never empty.
	Language string `json:"language,omitempty"`
	// TimeZone is the IANA name of the zone of pages, and the default of elections. As read, it is never empty.
	TimeZone    string `json:"timeZone,omitempty"`
	Contact     string `json:"contact,omitempty"`     // whom voters ask, in words
	Address     string `json:"address,omitempty"`     // base URL of slips and links, without a path; "" means the page's
	Policy      string `json:"policy,omitempty"`      // how voters are admitted; "" means the caller's default
	NationalID  string `json:"nationalId,omitempty"`  // kind of national ID number; "" means the caller's default
	VoterID     string `json:"voterId,omitempty"`     // kind of voter ID number; "" means the caller's default
	LeastAge    int    `json:"leastAge,omitempty"`    // in years, of who registers; 0 for none
	HideConvert bool   `json:"hideConvert,omitempty"` // the navigation of voters does not name the page of conversions
	HideDocs    bool   `json:"hideDocs,omitempty"`    // the navigation of voters does not name the page of the API
	Logo        *Photo `json:"logo,omitempty"`
	// RefuseExpired means that a card which has expired is none, where cards are asked for.
	RefuseExpired bool `json:"refuseExpired,omitempty"`
	// Sites are the origins of sites whose pages may show models in a frame; none means that no site may.
	Sites []string `json:"sites,omitempty"`
	Keep  KeepDays `json:"keep,omitzero"`
	// SecondFact is what a slip or a link asks for too. As read, it is never empty.
	SecondFact SecondFact `json:"secondFact,omitempty"`
}

// Day returns the day of a time by the clocks of the organisation, as YYYY-MM-DD.
func (set Settings) Day(at time.Time) string {
	zone, err := time.LoadLocation(set.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return at.In(zone).Format(time.DateOnly)
}

// SettingsChange is a change of the settings. Nil leaves a field as it is.
type SettingsChange struct {
	Organisation, Language, TimeZone, Contact, Address *string
	Policy, NationalID, VoterID                        *string
	LeastAge                                           *int
	SecondFact                                         *SecondFact
	RefuseExpired, HideConvert, HideDocs               *bool
	Sites                                              *[]string
	KeepApplications, KeepAccounts, KeepRolls          *int
}

// Limits of settings, in characters.
const (
	maxContact = 300
	maxBaseURL = 200
	maxSetting = 64 // the name of a policy or of a kind of number
	maxSites   = 20 // in number
	maxAge     = 99 // in years
)

// check normalises the change and notes its faults.
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
		input.OneOf(faults, "language", *c.Language, words.Codes()...)
	}
	if c.SecondFact != nil {
		input.OneOf(faults, "secondFact", *c.SecondFact, FactNone, FactBirth, FactMember)
	}
	if c.TimeZone != nil {
		faults.TimeZone("timeZone", *c.TimeZone)
	}
	if c.Contact != nil {
		faults.Text("contact", c.Contact, 0, maxContact)
	}
	if c.Address != nil {
		CheckAddress(faults, "address", c.Address)
	}
	if c.LeastAge != nil && (*c.LeastAge < 0 || *c.LeastAge > maxAge) {
		faults.Add("leastAge", refusal.NotInteger, refusal.Facts{"min": 0, "max": maxAge})
	}
	if c.Sites != nil {
		checkSites(faults, c.Sites)
	}
	c.checkKeep(faults)
}

// siteOrigin matches the origin of a site: a name in ASCII, as browsers send it, and perhaps a port. The origins become
// sources of frame-ancestors (CSP 3), which knows no IPv6 address, and where a wildcard would let strangers in.
var siteOrigin = regexp.MustCompile(`^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$`)

// checkSites normalises and checks origins of sites. It drops those that are there twice.
func checkSites(faults *input.Faults, sites *[]string) {
	if len(*sites) > maxSites {
		faults.Add("sites", refusal.ListTooLong, refusal.Facts{"max": maxSites})
		return
	}
	var kept []string
	for _, given := range *sites {
		origin := strings.ToLower(strings.TrimRight(strings.TrimSpace(given), "/"))
		switch {
		case len(origin) > maxBaseURL:
			faults.Add("sites", refusal.TooLong, refusal.Facts{"max": maxBaseURL})
			return
		case !siteOrigin.MatchString(origin):
			faults.Add("sites", refusal.NotSite, refusal.Facts{"site": origin})
			return
		}
		if !slices.Contains(kept, origin) {
			kept = append(kept, origin)
		}
	}
	*sites = kept
}

// CheckAddress normalises and checks a server's base URL: http or https, a host, perhaps a port, and no path.
func CheckAddress(faults *input.Faults, field string, value *string) {
	*value = strings.TrimRight(strings.TrimSpace(*value), "/")
	if *value == "" {
		return
	}
	u, err := url.Parse(*value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || *value != u.Scheme+"://"+u.Host ||
		len(*value) > maxBaseURL || strings.ContainsFunc(u.Host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		faults.Add(field, refusal.NotAddress, nil)
	}
}

// leadsHome reports whether a base URL names the machine of whoever opens it.
func leadsHome(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") ||
		err == nil && (ip.Unmap().IsLoopback() || ip.IsUnspecified())
}

// Apply makes the change, and returns the names of the fields that it changes.
func (c SettingsChange) Apply(to *Settings) (changed []string) {
	for _, f := range []struct {
		name      string
		at, value *string
	}{
		{"organisation", &to.Organisation, c.Organisation}, {"language", &to.Language, c.Language},
		{"timeZone", &to.TimeZone, c.TimeZone}, {"contact", &to.Contact, c.Contact}, {"address", &to.Address, c.Address},
		{"policy", &to.Policy, c.Policy}, {"nationalId", &to.NationalID, c.NationalID}, {"voterId", &to.VoterID, c.VoterID},
	} {
		changed = change(changed, f.name, f.at, f.value)
	}
	changed = change(changed, "leastAge", &to.LeastAge, c.LeastAge)
	changed = change(changed, "refuseExpired", &to.RefuseExpired, c.RefuseExpired)
	changed = change(changed, "secondFact", &to.SecondFact, c.SecondFact)
	changed = change(changed, "convert", &to.HideConvert, c.HideConvert)
	changed = change(changed, "docs", &to.HideDocs, c.HideDocs)
	changed = change(changed, "keepApplications", &to.Keep.Applications, c.KeepApplications)
	changed = change(changed, "keepAccounts", &to.Keep.Accounts, c.KeepAccounts)
	changed = change(changed, "keepRolls", &to.Keep.Rolls, c.KeepRolls)
	if c.Sites == nil || slices.Equal(to.Sites, *c.Sites) {
		return changed
	}
	to.Sites = *c.Sites
	return append(changed, "sites")
}

// change sets a field unless value is nil, and adds its name to changed if that makes a difference.
func change[T comparable](changed []string, name string, field, value *T) []string {
	if value == nil || *field == *value {
		return changed
	}
	*field = *value
	return append(changed, name)
}

// admissionChanges reports whether one of the fields, as Apply names them, decides who may vote.
func admissionChanges(fields []string) bool {
	admission := []string{"policy", "nationalId", "voterId", "leastAge", "refuseExpired", "secondFact"}
	return slices.ContainsFunc(fields, func(name string) bool { return slices.Contains(admission, name) })
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
	Links         bool   // people can ask for the link that signs them in
	Numbers       bool   // somebody on the roll has an identity number

	Provider ProviderSettings // with which people sign in
}

// installation reads the installation, with the defaults of settings that nobody has set.
func installation(tx *bolt.Tx) (installationRecord, error) {
	rec, err := kv.GetRecord[installationRecord](tx.Bucket(bucketSettings), settingInstallation)
	rec.Language, rec.TimeZone = cmp.Or(rec.Language, words.English), cmp.Or(rec.TimeZone, "UTC")
	rec.SecondFact = cmp.Or(rec.SecondFact, FactNone)
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
		key, _ := tx.Bucket(bucketRollByKey).Cursor().First()
		number, _ := tx.Bucket(bucketRollByIdentity).Cursor().First()
		mail := maySend(tx) == nil
		in = Installation{
			Settings: rec.Settings, SigningKey: rec.SigningKey, SetupRequired: !hasAdmin(tx), Slips: key != nil,
			Mail: mail, Links: mail && linksLead(tx, s.clock()), Numbers: number != nil,
		}
		if err == nil {
			in.Provider, err = providerSettings(tx)
		}
		return err
	})
	return in, err
}

// Settings reads the settings.
func (s *Store) Settings(ctx context.Context) (Settings, error) {
	in, err := s.Installation(ctx)
	return in.Settings, err
}

func hasAdmin(tx *bolt.Tx) bool { return number(tx, counterAdmins) > 0 }
