package portal

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"strings"

	"ostrakon/store/refusal"
)

// maxKey bounds a key that is pasted, in bytes.
const maxKey = 4096

// ParseKey reads a public key of Ed25519 in PEM (SubjectPublicKeyInfo, RFC 8410) or as a JSON Web Key (RFC 8037). What
// is wrong with another text is the fault; nil is none.
func ParseKey(text string) (ed25519.PublicKey, *refusal.Fault) {
	text = strings.TrimSpace(text)
	if len(text) > maxKey {
		return nil, refusal.PortalNoKey
	}
	if strings.HasPrefix(text, "{") {
		return parseJWK([]byte(text))
	}
	block, _ := pem.Decode([]byte(text))
	switch {
	case block == nil:
		return nil, refusal.PortalNoKey
	case strings.Contains(block.Type, "PRIVATE"):
		return nil, refusal.PortalPrivateKey
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if key, ok := parsed.(ed25519.PublicKey); err == nil && ok {
		return key, nil
	}
	return nil, refusal.PortalNoKey
}

func parseJWK(text []byte) (ed25519.PublicKey, *refusal.Fault) {
	var key struct {
		Type    string `json:"kty"`
		Curve   string `json:"crv"`
		X       string `json:"x"`
		Private string `json:"d"`
	}
	if json.Unmarshal(text, &key) != nil || key.Type != "OKP" || key.Curve != "Ed25519" {
		return nil, refusal.PortalNoKey
	}
	if key.Private != "" {
		return nil, refusal.PortalPrivateKey
	}
	x, err := base64.RawURLEncoding.DecodeString(key.X)
	if err != nil || len(x) != ed25519.PublicKeySize {
		return nil, refusal.PortalNoKey
	}
	return x, nil
}
