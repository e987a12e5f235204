package listen

import (
	"crypto/tls"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// files is a certificate from two files. They are read again when one has changed, so that a renewed
// certificate needs no restart.
type files struct {
	cert, key string
	now       func() time.Time
	log       *slog.Logger

	mu      sync.Mutex
	kept    *tls.Certificate
	written [2]stamp
	looked  time.Time
}

// stamp tells one writing of a file from another.
type stamp struct {
	at   time.Time
	size int64
}

// load reads the files if they have changed. Its errors matter only at the start: in the middle of a renewal, the two
// files may not belong together. The caller holds the lock, or nobody else uses f yet.
func (f *files) load() error {
	f.looked = f.now()
	var written [2]stamp
	for i, path := range []string{f.cert, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		written[i] = stamp{info.ModTime(), info.Size()}
	}
	if written == f.written {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return err // the next look tries again, even if only who may read them has changed
	}
	f.written = written
	if f.kept != nil {
		f.log.Info("read the certificate again", "until", pair.Leaf.NotAfter)
	}
	f.kept = &pair
	return nil
}

func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if lookAgain(f.looked, f.now()) {
		if err := f.load(); err != nil {
			f.log.Warn("the certificate cannot be read again; the one from before stays", "error", err)
		}
	}
	return f.kept, nil
}

// name is the first name of the certificate that stands for one server, "" if it has none.
func (f *files) name() string {
	for _, name := range f.kept.Leaf.DNSNames {
		if !strings.Contains(name, "*") {
			return name
		}
	}
	return ""
}
