package store_test

import (
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestAnotherIssuerOrClientDropsTheSecretOfTheProvider(t *testing.T) {
	s := storetest.New(t, store.Options{})
	secret := func() string {
		_, secret, err := s.Provider(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	change := func(c store.ProviderChange) {
		if err := s.ChangeProvider(t.Context(), storetest.Admin, c); err != nil {
			t.Fatal(err)
		}
	}
	all := store.ProviderChange{Name: new("Reeds"), Issuer: new("https://login.example"), ClientID: new("vote"),
		Secret: new("kept"), Match: new(store.MatchEmail)}
	change(all)
	change(store.ProviderChange{Name: new("Others")})
	if got := secret(); got != "kept" {
		t.Errorf("with another name the secret is %q", got)
	}
	change(store.ProviderChange{Issuer: new("https://login.elsewhere.example")})
	if got := secret(); got != "" {
		t.Errorf("another issuer would learn the secret %q", got)
	}
	change(all)
	change(store.ProviderChange{ClientID: new("shop")})
	if got := secret(); got != "" {
		t.Errorf("another client would have the secret %q", got)
	}
	for _, issuer := range []string{"http://login.example", "https://", "ftp://login.example", "https://a:b@login.example",
		"https://login.example/#x", "login.example"} {
		refused(t, s, refusal.ValidationFailed, func() error {
			return s.ChangeProvider(t.Context(), storetest.Admin, store.ProviderChange{Issuer: &issuer})
		})
	}
	change(store.ProviderChange{Issuer: new("http://localhost:9090/realms/reeds")})
	change(store.ProviderChange{Issuer: new(""), Name: new(""), ClientID: new(""), Match: new(store.MatchSubject)})
}
