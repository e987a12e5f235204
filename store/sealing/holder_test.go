package sealing

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestASecretComesBackFromItsBytesAndItsSheet(t *testing.T) {
	s := NewSecret()
	again := must(ParseSecret(s.Bytes()))
	typed := must(ParseSheet(s.Sheet()))
	for _, other := range []*Secret{again, typed} {
		if !bytes.Equal(other.Bytes(), s.Bytes()) || !bytes.Equal(other.PublicKey(), s.PublicKey()) ||
			!ed25519.Verify(s.SigningKey(), []byte("seal"), other.Sign([]byte("seal"))) {
			t.Error("another secret")
		}
	}
	if bytes.Equal(NewSecret().Bytes(), s.Bytes()) {
		t.Error("two secrets are the same")
	}
	for _, n := range []int{0, 31, 33} {
		if _, err := ParseSecret(make([]byte, n)); !errors.Is(err, ErrBadSecret) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestASheetIsReadAsItIsTyped(t *testing.T) {
	s := must(ParseSecret(bytesOf(source(1), SecretSize)))
	key := s.Sheet()
	if !regexp.MustCompile(`^[A-Z2-7]{56}$`).MatchString(key) {
		t.Fatal(key)
	}
	sheet := "OSTRAKON-KEY:" + key
	groups := regexp.MustCompile(`....`).FindAllString(key, -1)
	for _, text := range []string{
		key, strings.ToLower(sheet), " \n" + sheet + "\r\n", "ostrakon-key: " + strings.Join(groups, " "),
		strings.Join(groups, "-"), strings.Join(groups, "\u00a0"),
		strings.Join(groups[:7], " ") + "\n" + strings.Join(groups[7:], " "),
		strings.NewReplacer("O", "0", "I", "1", "B", "8").Replace(sheet), "https://club.example/board#/sheet/" + key + "\n",
	} {
		if got, err := ParseSheet(text); err != nil || !bytes.Equal(got.Bytes(), s.Bytes()) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{
		"", SheetPrefix, key[1:], key + "A", sheet + "=", SheetPrefix + sheet, "KEY:" + key, "OSTRAKONKEY:" + key,
		strings.Replace(key, key[:1], "9", 1), strings.Replace(key, key[:1], "ſ", 1), key[:54] + "\u00e9",
		strings.Join(groups, "."),
	} {
		if _, err := ParseSheet(text); !errors.Is(err, ErrSheet) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestASheetHasNoTypingErrors(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	key := must(ParseSecret(bytesOf(source(2), SecretSize))).Sheet()
	check := func(wrong string) {
		if _, err := ParseSheet(wrong); wrong != key && !errors.Is(err, ErrSheet) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	for i := range key {
		for _, c := range alphabet {
			check(key[:i] + string(c) + key[i+1:])
		}
		if i > 0 {
			check(key[:i-1] + key[i:i+1] + key[i-1:i] + key[i+1:])
		}
	}
}

func TestMessagesToAHolder(t *testing.T) {
	s, other := NewSecret(), NewSecret()
	rapid.Check(t, func(t *rapid.T) {
		message := rapid.SliceOf(rapid.Byte()).Draw(t, "message")
		sealed := must(SealTo(s.PublicKey(), "count", message))
		if got, err := s.OpenFrom("count", sealed); err != nil || !bytes.Equal(got, message) {
			t.Errorf("%x, %v", got, err)
		}
		changed := bytes.Clone(sealed)
		changed[rapid.IntRange(0, len(sealed)-1).Draw(t, "at")] ^= 1 << rapid.IntRange(0, 6).Draw(t, "bit")
		for _, open := range []func() ([]byte, error){
			func() ([]byte, error) { return other.OpenFrom("count", sealed) },
			func() ([]byte, error) { return s.OpenFrom("sheet", sealed) },
			func() ([]byte, error) { return s.OpenFrom("count", changed) },
			func() ([]byte, error) {
				return s.OpenFrom("count", sealed[:rapid.IntRange(0, len(sealed)-1).Draw(t, "end")])
			},
		} {
			if got, err := open(); !errors.Is(err, ErrUnreadable) {
				t.Errorf("%x, %v", got, err)
			}
		}
	})
	if _, err := SealTo(s.PublicKey()[1:], "count", nil); err == nil {
		t.Error("sealed to a part of a key")
	}
	if _, err := SealTo(append(s.PublicKey()[:PublicKeySize-pointSize], make([]byte, pointSize)...), "count", nil); err ==
		nil {
		t.Error("sealed to a point of low order")
	}
}

func TestCodes(t *testing.T) {
	r := source(3)
	for range 100 {
		code := Seed(bytesOf(r, SeedSize)).Code(Tag(bytesOf(r, TagSize)))
		if got, err := ParseCode(code.String()); err != nil || got != code {
			t.Errorf("%s: %s, %v", code, got, err)
		}
		for _, text := range []string{code.String()[1:], code.String() + "\n", strings.ToLower(code.String()),
			code.String() + "A", ""} {
			if _, err := ParseCode(text); err == nil {
				t.Errorf("%q is read", text)
			}
		}
	}
}
