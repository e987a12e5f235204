package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"syscall"
	"time"
)

// patience is how long a request of the soak may take, and be repeated.
const patience = 5 * time.Minute

// form is a body of a form, with its media type.
type form struct {
	kind string
	body []byte
}

// upload is a form with a file.
func upload(field, name string, content []byte) form {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, _ := w.CreateFormFile(field, name) // to memory
	part.Write(content)
	w.Close()
	return form{w.FormDataContentType(), body.Bytes()}
}

// ask sends a request until it is answered with 200 or a refusal of the client, whose code it returns,
// however often the server dies and its disk is full. unsure says that an answer was lost, or that the
// server did not know, so that an earlier attempt may have had its effect.
func (k *soak) ask(method, path, token string, body, into any) (refused string, unsure bool) {
	sent, ok := body.(form)
	if !ok {
		sent.kind = "application/json"
		if body != nil {
			sent.body, _ = json.Marshal(body)
		}
	}
	for began := time.Now(); k.ctx.Err() == nil; k.rest(100 * time.Millisecond) {
		k.note("requests")
		l := k.life.Load()
		ctx, cancel := context.WithTimeout(k.ctx, patience)
		status, answer, err := l.do(ctx, method, path, token, sent.kind, sent.body)
		cancel()
		var problem struct{ Code string }
		switch {
		case errors.Is(err, syscall.ECONNREFUSED): // nothing was sent: the server starts
		case err != nil:
			unsure = true
			select {
			case <-k.ctx.Done():
			case <-l.Ended:
				k.note(lostWithServer)
			case <-time.After(10 * time.Second):
				k.note(lostWithout)
			}
		case status == http.StatusOK:
			if raw, whole := into.(*[]byte); whole {
				*raw = answer
			} else if into != nil && json.Unmarshal(answer, into) != nil {
				k.Errorf("%s %s: %s", method, path, answer)
			}
			return "", unsure
		case json.Unmarshal(answer, &problem) != nil || k.codes != nil && k.codes[problem.Code] == nil:
			k.Errorf("%s %s: %d %s", method, path, status, answer)
			return "unknown", unsure
		case status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests:
			k.note(fmt.Sprint(status, " ", problem.Code))
			unsure = unsure || problem.Code == "busy"
		case status >= 500:
			k.Errorf("%s %s: %d %s", method, path, status, answer)
			return problem.Code, unsure
		default:
			return problem.Code, unsure
		}
		if time.Since(began) > patience {
			k.Errorf("%s %s: %d %s %v", method, path, status, answer, err)
			break
		}
	}
	return "given up", unsure
}

// must sends a request that is not refused. Only one whose answer was lost may be: it has been done.
func (k *soak) must(method, path, token string, body, into any) {
	refused, unsure := k.ask(method, path, token, body, into)
	if refused != "" && !unsure && k.ctx.Err() == nil {
		k.Errorf("%s %s: %s", method, path, refused)
	}
}

// rest pauses, or until the work ends.
func (k *soak) rest(pause time.Duration) {
	select {
	case <-k.ctx.Done():
	case <-time.After(pause):
	}
}

// again does something until the work ends, with pauses, and not while something is measured.
func (k *soak) again(pause time.Duration, do func(n int)) {
	k.helpers.Go(func() {
		for n := 0; k.ctx.Err() == nil; n++ {
			k.pause.RLock()
			do(n)
			k.pause.RUnlock()
			k.rest(pause)
		}
	})
}

// administer does one thing after the other that administrators do.
func (k *soak) administer(n int) {
	var answer []byte
	switch n % 6 {
	case 0:
		k.must("GET", "/api/admin/users?query=voter", k.admin, nil, nil)
	case 1:
		k.must("GET", "/api/admin/audit/export", k.admin, nil, &answer)
	case 2:
		k.must("GET", "/api/admin/status", k.admin, nil, nil)
	case 3:
		k.roll.Lock()
		defer k.roll.Unlock()
		var entry struct{ ID string }
		k.must("POST", "/api/admin/roll/entries", k.admin, map[string]string{"fullName": "Guest"}, &entry)
		k.must("DELETE", "/api/admin/roll/"+entry.ID, k.admin, nil, nil)
	case 4:
		k.must("PUT", "/api/admin/settings", k.admin, map[string]string{"organisation": fmt.Sprint("Club ", n)}, nil)
	case 5:
		if n%24 == 5 { // a password may be given a few times a minute
			k.must("POST", "/api/admin/backup", k.admin, map[string]string{"password": killPassword}, &answer)
			k.note("backups downloaded")
		}
	}
	k.note("acts of administrators")
}
