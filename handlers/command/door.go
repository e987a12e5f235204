package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"rsc.io/qr"

	"ostrakon/handlers/listen"
)

// The addresses of a server for which nobody chooses one.
const (
	defaultAddr = "127.0.0.1:8080"
	acmeAddr    = ":443" // with a certificate by -acme
)

// door holds the flags about certificates and the local network.
type door struct {
	lan, ownCert, addrGiven bool
	acmeDNS                 bool
	certFile, keyFile, acme string
	directory               string // of the authority
}

func (d *door) flags(f *flagSet) {
	f.BoolVar(&d.lan, "lan", false, "let the local network in, on port 8080 unless -addr names another")
	f.BoolVar(&d.ownCert, "tls", false, "encrypt, with a certificate that this server makes itself; browsers warn of it")
	f.StringVar(&d.certFile, "tls-cert", "",
		"encrypt, with the certificate in a `FILE` in PEM; it is read again when it changes")
	f.StringVar(&d.keyFile, "tls-key", "", "`FILE` with the key of -tls-cert, in PEM")
	f.StringVar(&d.acme, "acme", "", "encrypt, with a certificate of Let's Encrypt for a `NAME` "+
		"such as vote.example.org; listens on ports 443 and 80")
	f.StringVar(&d.directory, "acme-directory", "", "`URL` of the directory of another authority than Let's Encrypt for "+
		"-acme; by using it you accept its terms")
	f.BoolVar(&d.acmeDNS, "acme-dns", false, "prove the name of -acme by a TXT record, which this prints and waits for; "+
		"the name may lead to a private address, and port 80 stays closed")
}

// given notes whether somebody chose the address.
func (d *door) given(f *flagSet) {
	f.Visit(func(set *flag.Flag) { d.addrGiven = d.addrGiven || set.Name == "addr" })
}

// doorOptions checks the flags together. The first row of the table that is wrong is the answer.
func (c *config) doorOptions(log *slog.Logger) (listen.Options, error) {
	host, port, err := net.SplitHostPort(c.addr)
	if err != nil {
		return listen.Options{}, fmt.Errorf("-addr: %w", err)
	}
	everywhere := !c.addrGiven || host == "" || net.ParseIP(host).IsUnspecified()
	name := `([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?`
	named := regexp.MustCompile("^" + name + "$").MatchString(c.acme)
	acme, certFile, keyFile := c.acme != "", c.certFile != "", c.keyFile != ""
	for _, row := range []struct {
		wrong bool
		say   string
	}{
		{c.lan && !everywhere,
			"-lan chooses the addresses: give -addr a port alone, such as :8081, or leave out one of them"},
		{c.ownCert && (certFile || keyFile), "-tls makes a certificate, and -tls-cert names one: leave out one of them"},
		{acme && (c.ownCert || certFile || keyFile), "-acme gets a certificate: leave out -tls, -tls-cert and -tls-key"},
		{certFile && !keyFile, "-tls-cert needs the key of the certificate: give it with -tls-key"},
		{keyFile && !certFile, "-tls-key needs the certificate of the key: give it with -tls-cert"},
		{acme && c.lan && !c.acmeDNS, "-acme is for a server on the internet, and -lan for a local network: add -acme-dns"},
		{c.directory != "" && !acme, "-acme-directory needs the name of the certificate: give it with -acme"},
		{c.directory != "" && !strings.HasPrefix(c.directory, "https://"),
			"-acme-directory: the URL must begin with https://"},
		{c.acmeDNS && !acme, "-acme-dns needs the name of the certificate: give it with -acme"},
		{acme && !named, fmt.Sprintf("-acme: %q is not a name on the internet, such as vote.example.org", c.acme)},
		{acme && !everywhere, "-acme listens on every address: give -addr a port alone, such as :8443, or leave it out"},
	} {
		if row.wrong {
			return listen.Options{}, errors.New(row.say)
		}
	}
	o := listen.Options{
		Addr: c.addr, LAN: c.lan, Own: c.ownCert, CertFile: c.certFile, KeyFile: c.keyFile, Name: strings.ToLower(c.acme),
		Directory: c.directory, Dir: filepath.Join(c.data, "tls"), Logger: log,
	}
	if c.acmeDNS {
		o.CertFile = listen.ByDNS{Name: o.Name, Dir: o.Dir}.Path()
		o.KeyFile, o.Name = o.CertFile, ""
	}
	switch {
	case c.addrGiven:
	case c.lan:
		o.Addr = ":" + port
	case c.acme != "":
		o.Addr = acmeAddr
	}
	return o, nil
}

// certify waits for the certificate of -acme-dns, and renews it until ctx ends.
func (a *App) certify(ctx context.Context, c *config, door listen.Options) error {
	if !c.acmeDNS {
		return nil
	}
	d := listen.ByDNS{
		Name: strings.ToLower(c.acme), Dir: door.Dir, Directory: c.directory, Logger: door.Logger,
		Lookup: net.DefaultResolver.LookupTXT, Every: 15 * time.Second,
		Say: func(name, text string) {
			fmt.Fprintf(a.Stderr, "\n  Enter this record where the names of your domain are kept, and leave this running:\n\n"+
				"  %s. TXT \"%s\"\n\n", name, text)
		},
	}
	if err := d.Ready(ctx); err != nil {
		return fmt.Errorf("-acme-dns: %w", err)
	}
	go d.Renew(ctx)
	return nil
}

// whereabouts is the part of a banner with the address of a server.
type whereabouts struct {
	url  string // without a slash at the end
	more string // other addresses, the fingerprint of the certificate, a QR code; "" or whole lines
}

// whereabouts describes a door for the reader of a stream. Only a terminal gets the QR code.
func (a *App) whereabouts(at *listen.Door, to io.Writer) whereabouts {
	found, err := at.Addresses()
	if err != nil {
		a.logger(slog.LevelWarn).Warn("cannot find the addresses of this computer", "error", err)
	}
	host, _, _ := net.SplitHostPort(at.Addr().String())
	if net.ParseIP(host).IsUnspecified() {
		host = "localhost"
	}
	w := whereabouts{url: at.URLOf(host)}
	var more strings.Builder
	switch {
	case at.LAN() && len(found) == 0:
		more.WriteString("  This computer has no address in a local network yet. " +
			"The page Join shows it as soon as it has one.\n\n")
	case at.LAN():
		w.url = found[0].URL
		if isTerminal(to) {
			more.WriteString(terminalCode(w.url + "/"))
		}
		if len(found) > 1 {
			more.WriteString("  If phones cannot open the address below, try\n")
			for _, other := range found[1:] {
				fmt.Fprintf(&more, "  %s\n", other.URL)
			}
			more.WriteString("\n")
		}
	case at.Trusted() && len(found) > 0:
		w.url = found[0].URL
	}
	if cert := at.Certificate(); cert != nil {
		fmt.Fprintf(&more, "  Browsers warn of the certificate, which this server made itself. "+
			"Compare its fingerprint (SHA-256):\n%s\n", spaced(cert.Fingerprint))
	}
	w.more = more.String()
	return w
}

// spaced writes a fingerprint in groups of four digits, as the page Join does, on two lines.
func spaced(fingerprint string) string {
	var out strings.Builder
	for line := range slices.Chunk([]byte(strings.ToUpper(fingerprint)), len(fingerprint)/2) {
		out.WriteString(" ")
		for group := range slices.Chunk(line, 4) {
			out.WriteString(" " + string(group))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// terminalCode returns a QR code, black on white, so that phones read it in any colours of a terminal. A console
// of Windows may not know the colours, and gets the blocks alone.
func terminalCode(text string) string {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "" // the address is there to be typed
	}
	colours := runtime.GOOS != "windows"
	var out strings.Builder
	for line := range strings.Lines(halfBlocks(code, colours)) {
		if colours {
			line = "\x1b[30;107m" + strings.TrimSuffix(line, "\n") + "\x1b[0m\n"
		}
		out.WriteString("  " + line)
	}
	return out.String() + "\n"
}
