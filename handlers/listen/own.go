package listen

import (
	"crypto/tls"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// lookEvery is how often the machine and the files of a certificate are looked at, by a handshake.
const lookEvery = 30 * time.Second

// lookAgain reports whether the last look was long ago, or the clock has gone back since.
func lookAgain(last, now time.Time) bool { return now.Sub(last) >= lookEvery || now.Before(last) }

// own is the server's own certificate. It is made anew when it does not fit the machine any more.
type own struct {
	path    string
	now     func() time.Time
	machine func() (names []string, addresses []net.IP)
	log     *slog.Logger

	mu     sync.Mutex
	kept   *issued
	looked time.Time
}

func newOwn(path string, now func() time.Time, machine func() ([]string, []net.IP), log *slog.Logger) *own {
	return &own{path: path, now: now, machine: machine, log: log}
}

// load reads the certificate that was kept, or makes one.
func (o *own) load() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	kept, err := readKept(o.path)
	switch {
	case err == nil:
		o.kept = kept
	case !errors.Is(err, fs.ErrNotExist):
		o.log.Warn("the certificate of this server cannot be read, and is made anew", "error", err)
	}
	return o.renew(false)
}

// renew makes the certificate anew if it does not fit. The caller holds the lock.
func (o *own) renew(running bool) error {
	now := o.now()
	o.looked = now
	names, addresses := o.machine()
	if o.kept != nil && o.kept.fits(names, addresses, now, running) {
		return nil
	}
	made, err := issue(names, addresses, now)
	if err != nil {
		return err
	}
	if err := made.keep(o.path); err != nil {
		o.log.Warn("the certificate of this server cannot be kept: the next start makes another", "error", err)
	}
	o.kept = made
	o.log.Info("made a certificate", "sha256", made.certificate().Fingerprint, "until", made.Leaf.NotAfter, "names", names,
		"addresses", addresses)
	return nil
}

// current is the certificate, made anew if need be.
func (o *own) current() *issued {
	o.mu.Lock()
	defer o.mu.Unlock()
	if lookAgain(o.looked, o.now()) {
		if err := o.renew(true); err != nil {
			o.log.Warn("the certificate of this server cannot be made anew", "error", err)
		}
	}
	return o.kept
}

func (o *own) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return &o.current().Certificate, nil
}

func (o *own) certificate() *Certificate { return o.current().certificate() }

// machine is what this machine is called in its network, this machine's own name for itself last,
// and its addresses, the one that others reach it by first.
func machine() (names []string, addresses []net.IP) {
	if host, err := os.Hostname(); err == nil && isName(host) {
		names = append(names, strings.ToLower(host))
		if !strings.Contains(host, ".") {
			names = append(names, strings.ToLower(host)+".local") // multicast DNS (RFC 6762)
		}
	}
	names = append(names, "localhost")
	found, err := net.InterfaceAddrs()
	if err != nil {
		found = nil
	}
	for _, each := range found {
		if addr, err := hostOf(each); err == nil && !(addr.Is6() && addr.IsLinkLocalUnicast()) {
			addresses = append(addresses, addr.AsSlice())
		}
	}
	route := net.IP(routed().AsSlice())
	slices.SortStableFunc(addresses, func(a, b net.IP) int { return first(a.Equal(route), b.Equal(route)) })
	return names, addresses
}

// isName reports whether a certificate can have a text as a DNS name.
func isName(text string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789-"
	for label := range strings.SplitSeq(strings.ToLower(text), ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, letters) != "" || strings.Trim(label, "-") != label {
			return false
		}
	}
	return len(text) <= 253
}
