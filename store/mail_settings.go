package store

import (
	"context"
	"errors"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// MailSecurity says how the connection to an SMTP server is protected.
type MailSecurity string

// The kinds of protection.
const (
	MailStartTLS MailSecurity = "starttls" // TLS begins on the open connection (RFC 3207), or nothing is sent
	MailTLS      MailSecurity = "tls"      // TLS from the start (RFC 8314)
	MailPlain    MailSecurity = "none"     // no protection: for a server on the same machine or network
)

// MailSettings say through which SMTP server e-mail goes. Without a Host none is sent.
type MailSettings struct {
	Host      string       `json:"host"` // name or address, without a port
	Port      int          `json:"port"`
	Security  MailSecurity `json:"security"`
	Username  string       `json:"username,omitempty"` // "" for a server that asks for none
	From      string       `json:"from"`               // the address that messages come from
	FromName  string       `json:"fromName,omitempty"` // the name with it; "" for that of the organisation
	PerMinute int          `json:"perMinute"`          // the most messages in a minute
}

// Limits of the settings of e-mail.
const (
	maxHost      = 253 // RFC 1035: characters of the name of a host
	maxUsername  = 254
	MaxPerMinute = 1000 // messages
)

func mailSettings(tx *bolt.Tx) (MailSettings, error) {
	m, err := kv.GetRecord[MailSettings](tx.Bucket(bucketSettings), settingMail)
	if errors.Is(err, refusal.NotFound) {
		return MailSettings{Port: 587, Security: MailStartTLS, PerMinute: 60}, nil // what the page offers
	}
	return m, err
}

// MailSettings reads the settings of e-mail, and whether a password is kept with them.
func (s *Store) MailSettings(ctx context.Context) (m MailSettings, hasPassword bool, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		m, err = mailSettings(tx)
		return err
	})
	if err != nil {
		return m, false, err
	}
	password, err := s.MailPassword()
	return m, password != "", err
}

// MailPassword reads the SMTP password from the directory of keys, which no backup has; "" without any.
func (s *Store) MailPassword() (string, error) { return s.password(mailPassword) }

// MailChange is a change of the settings of e-mail; nil leaves a field as it is.
type MailChange struct {
	Host, Username, From, FromName *string
	Port, PerMinute                *int
	Security                       *MailSecurity
	Password                       *string // "" for none
}

// ChangeMail changes the mail settings. A new server or username drops the password, unless the change has one: nobody
// may learn the password by having it sent elsewhere. Errors: refusal.ValidationFailed, also where the address of
// the settings leads readers to their own computer.
func (s *Store) ChangeMail(ctx context.Context, by audit.Actor, c MailChange) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		had, err := mailSettings(tx)
		if err != nil {
			return err
		}
		m := had
		set(&m.Host, c.Host)
		set(&m.Username, c.Username)
		set(&m.From, c.From)
		set(&m.FromName, c.FromName)
		set(&m.Port, c.Port)
		set(&m.PerMinute, c.PerMinute)
		set(&m.Security, c.Security)
		var faults input.Faults
		m.check(&faults)
		password := c.Password
		checkPassword(&faults, "password", password)
		if err := faults.Err(); err != nil {
			return err
		}
		in, err := installation(tx)
		if err != nil {
			return err
		}
		if m.Host != "" && had.Host == "" && leadsHome(in.Address) {
			return refusal.Invalid("host", refusal.AddressLocal, refusal.Facts{"address": in.Address})
		}
		elsewhere := had.Host != m.Host || had.Port != m.Port || had.Security != m.Security || had.Username != m.Username
		if password == nil && elsewhere {
			password = new("")
		}
		if err := kv.PutRecord(tx.Bucket(bucketSettings), settingMail, m); err != nil {
			return err
		}
		if password != nil {
			if err := s.keepPassword(mailPassword, *password); err != nil {
				return err
			}
		}
		return s.audit(tx, by, "mail.changed", audit.Installation(), map[string]string{"host": m.Host})
	})
}

// check brings the settings to the form that is kept, and notes what is wrong with them.
func (m *MailSettings) check(faults *input.Faults) {
	m.Host = strings.TrimSpace(m.Host)
	if m.Host != "" || m.From != "" {
		faults.Email("from", &m.From)
	}
	if len(m.Host) > maxHost || strings.ContainsFunc(m.Host, notOfHost) {
		faults.Add("host", refusal.NotHost, nil)
	}
	faults.Line("username", &m.Username, 0, maxUsername)
	faults.Name("fromName", &m.FromName, 0, maxName)
	input.OneOf(faults, "security", m.Security, MailStartTLS, MailTLS, MailPlain)
	for _, number := range []struct {
		field string
		value int
		most  int
	}{{"port", m.Port, 65535}, {"perMinute", m.PerMinute, MaxPerMinute}} {
		if number.value < 1 || number.value > number.most {
			faults.Add(number.field, refusal.OutOfRange, refusal.Facts{"min": 1, "max": number.most})
		}
	}
}

// notOfHost reports whether a character is in no name of a host and in no address.
func notOfHost(r rune) bool {
	isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !isLetter && !slices.Contains([]rune(".-_:"), r)
}
