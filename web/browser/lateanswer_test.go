package browser

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// A holder's page asks how far the count is, and the answer comes after that to the shares which the holder gives
// meanwhile. The page does not ask for the key sheet again.
func TestALateAnswerAboutTheCountAsksForNoSheet(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.draftElection(token, heldTitle, "Sappho", "Alkaios")
	_, secrets := s.holderKeys(token, id)
	s.open(token, id)
	var holds atomic.Bool
	asked, given, late := make(chan bool), make(chan bool), make(chan bool)
	front := inFront(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		shares := strings.HasSuffix(r.URL.Path, "/count/shares")
		held := strings.HasSuffix(r.URL.Path, "/count") && holds.CompareAndSwap(true, false)
		if !shares && !held {
			return false
		}
		body := must(io.ReadAll(r.Body))(t)
		again := must(http.NewRequest(r.Method, s.origin+r.URL.Path, bytes.NewReader(body)))(t)
		again.Header = r.Header.Clone()
		again.Header.Del("Accept-Encoding")
		answer := must(http.DefaultClient.Do(again))(t)
		defer answer.Body.Close()
		content := must(io.ReadAll(answer.Body))(t)
		if held {
			close(asked)
			<-given
		}
		w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
		w.WriteHeader(answer.StatusCode)
		_, _ = w.Write(content)
		if held {
			close(late)
		}
		return true
	})
	zoe := newPage(t, newBrowser(t), front, "zoe", phone)
	zoe.visit("/board")
	castSealed(zoe, id, s.signIn(s.register("Ada Voter"), password), 1, 0)
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", "/api/admin/elections/"+id+"/count", token, fields{}, &fields{})
	zoe.visit("/board#/count/" + id)
	compareBox(zoe, secrets[1].Sheet())
	zoe.heading(zoe.w("holder.count.compare"))
	holds.Store(true)
	<-asked
	zoe.click("button", zoe.w("holder.count.same"))
	zoe.see(zoe.w("holder.count.thanks", "name", "Zoe Abbot"))
	close(given)
	<-late
	zoe.until("a look after the late answer", `performance.getEntriesByType("resource")
		.filter(({ name }) => name.endsWith("/count")).length > 3`)
	zoe.see(zoe.w("holder.count.thanks", "name", "Zoe Abbot"))
	zoe.seeNot(zoe.w("holder.count.give"))
}
