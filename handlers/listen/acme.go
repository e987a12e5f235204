package listen

import (
	"crypto/tls"
	"net/http"
	"path/filepath"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// acme gets and renews a certificate by ACME (RFC 8555), and keeps it. The authority looks for its
// challenge on port 80 (section 8.3), or within TLS on port 443 (RFC 8737).
func (d *Door) acme() *tls.Config {
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(d.options.Name),
		Cache:  autocert.DirCache(filepath.Join(d.options.Dir, "acme")),
		Client: &acme.Client{DirectoryURL: d.options.Directory, HTTPClient: &http.Client{Transport: d.acmeLog}},
	}
	d.plain.handler = m.HTTPHandler(http.HandlerFunc(d.sendToName))
	config := m.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		if hello.ServerName == "" { // a client by address, such as a check of health on this machine
			named := *hello
			named.ServerName = d.options.Name
			hello = &named
		}
		return m.GetCertificate(hello)
	}
	return config
}
