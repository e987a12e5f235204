package rest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
)

// Cursors encrypts the cursors of lists. A cursor of the store is a key of an index, so it can have
// a person's name in it, and browsers and proxies remember addresses.
type Cursors struct {
	aead  cipher.AEAD
	nonce []byte // keys the HMAC that makes nonces
}

// NewCursors derives the keys from a secret.
func NewCursors(secret []byte) (Cursors, error) {
	keys, err := hkdf.Key(sha256.New, secret, nil, "ostrakon/cursor/1", 64)
	if err != nil {
		return Cursors{}, fmt.Errorf("keys of cursors: %w", err)
	}
	block, err := aes.NewCipher(keys[:32])
	if err != nil {
		return Cursors{}, fmt.Errorf("keys of cursors: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	return Cursors{aead, keys[32:]}, err
}

// seal encrypts a cursor for one list. The same cursor always looks the same, so that an answer
// that has not changed keeps its ETag: the nonce is an HMAC of what is sealed.
func (c Cursors) seal(list, cursor string) string {
	if cursor == "" {
		return ""
	}
	mac := hmac.New(sha256.New, c.nonce)
	fmt.Fprintf(mac, "%s\x00%s", list, cursor)
	nonce := mac.Sum(nil)[:c.aead.NonceSize()]
	return base64.RawURLEncoding.EncodeToString(c.aead.Seal(nonce, nonce, []byte(cursor), []byte(list)))
}

// open reads a cursor. ok is false if it was not sealed for this list.
func (c Cursors) open(list, sealed string) (cursor string, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	if err != nil || len(raw) < c.aead.NonceSize() {
		return "", false
	}
	nonce, text := raw[:c.aead.NonceSize()], raw[c.aead.NonceSize():]
	plain, err := c.aead.Open(nil, nonce, text, []byte(list))
	return string(plain), err == nil
}

// listOf names the list that a request asks for, by its path and filters.
func listOf(r *http.Request) string {
	q := r.URL.Query()
	q.Del("limit")
	q.Del("after")
	return r.URL.Path + "?" + q.Encode()
}
