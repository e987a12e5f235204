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

func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}, err
	}
	return stamp{info.ModTime(), info.Size()}, nil
}

// load reads the files if they have changed. Without a certificate from before, that is an error; in
// the middle of a renewal the two may not belong together.
func (f *files) load() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looked = f.now()
	var written [2]stamp
	for i, path := range []string{f.cert, f.key} {
		var err error
		if written[i], err = stampOf(path); err != nil {
			return err
		}
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
	if f.due() {
		if err := f.load(); err != nil {
			f.log.Warn("the certificate cannot be read again; the one from before stays", "error", err)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.kept, nil
}

func (f *files) due() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return lookAgain(f.looked, f.now())
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
