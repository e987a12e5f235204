package litewitness

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const voters = 5

// A witness that knows nothing of Ostrakon cosigns an election from its opening to its count, and
// the bundle holds with its cosignature only.
func TestLitewitnessCosigns(t *testing.T) {
	w, p := startWitness(t), startProgram(t)
	var election struct{ ID string }
	p.ask(t, "POST", "/api/admin/elections", map[string]any{"title": "Board"}, &election)
	admin, board := "/api/admin/elections/"+election.ID, "/api/board/elections/"+election.ID
	var candidate struct{ ID string }
	for _, name := range []string{"Noor", "Tomas"} {
		p.ask(t, "POST", admin+"/candidates", map[string]any{"name": name}, &candidate)
	}
	p.ask(t, "PUT", admin+"/witnesses", map[string]any{"needed": 1, "keys": []string{w.vkey}}, nil)
	p.ask(t, "PUT", admin+"/status", map[string]any{"status": "ACTIVE"}, nil)

	submit := func() (string, error) {
		return p.run(t, "witness", "-submit", w.url, "-state", filepath.Join(p.dir, "seen"), "-once", p.url)
	}
	cosigned := func(leaves int) {
		t.Helper()
		out, err := submit()
		if err != nil || !strings.Contains(out, fmt.Sprintf("election %s: %d leaves, cosigned\n", election.ID, leaves)) {
			t.Fatalf("%d leaves: %v\n%s", leaves, err, out)
		}
	}
	out, err := submit()
	asked := regexp.MustCompile(`has to add the key (\S+)`).FindStringSubmatch(out)
	if err == nil || asked == nil {
		t.Fatalf("a log that the witness does not know: %v\n%s", err, out)
	}
	w.add(t, "ostrakon/"+election.ID, asked[1])
	cosigned(1) // the manifest

	for n := range voters {
		person := map[string]any{"fullName": fmt.Sprint("Voter ", n), "email": fmt.Sprintf("voter%d@example.org", n),
			"password": "clay-and-shards", "nationalId": fmt.Sprintf("AB 123 45%d", n)}
		anyone := &program{url: p.url}
		anyone.ask(t, "POST", "/api/auth/register", person, nil)
		var session struct{ Token string }
		anyone.ask(t, "POST", "/api/auth/login", map[string]any{"email": person["email"], "password": person["password"]},
			&session)
		voter := &program{url: p.url, token: session.Token}
		voter.ask(t, "POST", "/api/user/elections/"+election.ID+"/vote", map[string]any{"candidateId": candidate.ID}, nil)
	}
	p.ask(t, "PUT", admin+"/status", map[string]any{"status": "COMPLETED"}, nil)
	cosigned(1 + voters)

	p.ask(t, "POST", admin+"/calculate-results", nil, nil)
	if out, err := p.verify(t, board, w.vkey); err == nil || failures(out) != "witnesses" {
		t.Errorf("without the cosignature: %v\n%s", err, out)
	}
	cosigned(1 + voters + 1) // and the seal
	if out, err := p.verify(t, board, w.vkey); err != nil || !strings.Contains(out, "ok    witnesses: ") {
		t.Errorf("with the cosignature: %v\n%s", err, out)
	}
}

// failures are the names of the checks that failed.
func failures(out string) string {
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^FAIL  ([^:]+):`).FindAllStringSubmatch(out, -1) {
		names = append(names, m[1])
	}
	return strings.Join(names, " ")
}

// witness is a running litewitness.
type witness struct{ dir, url, vkey string }

// startWitness starts litewitness with a new key and a database without logs.
func startWitness(t *testing.T) *witness {
	t.Helper()
	w := &witness{dir: t.TempDir()}
	build(t, ".", filepath.Join(w.dir, "litewitness"), "filippo.io/torchwood/cmd/litewitness")
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	keys := agent.NewKeyring()
	noError(t, keys.Add(agent.AddedKey{PrivateKey: private}))
	signers := must(keys.Signers())(t)
	l := must(net.Listen("unix", filepath.Join(w.dir, "agent")))(t)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // the test has ended
			}
			go func() {
				defer conn.Close()
				agent.ServeAgent(keys, conn) // until litewitness ends
			}()
		}
	}()
	fingerprint := ssh.FingerprintSHA256(signers[0].PublicKey())
	address := "127.0.0.1:" + freePort(t) // litewitness does not say which port it got, so it is told one
	cmd := exec.Command(filepath.Join(w.dir, "litewitness"), "-name", "neighbours.example/witness",
		"-key", fingerprint, "-ssh-agent", "agent", "-db", "logs.db", "-listen", address)
	cmd.Dir = w.dir
	run := start(t, cmd)
	w.url, w.vkey = "http://"+address, run.until(t, `(?s) vkey=(\S+)\n.* msg=listening `)[1]
	run.reach(t, address)
	return w
}

// add tells the witness of a log, as "witnessctl add-log" and "witnessctl add-key" do.
func (w *witness) add(t *testing.T, origin, key string) {
	t.Helper()
	db := must(sqlite.OpenConn(filepath.Join(w.dir, "logs.db"), sqlite.OpenReadWrite))(t)
	defer db.Close()
	empty := sha256.Sum256(nil) // RFC 6962, 2.1
	for _, row := range []struct {
		into   string
		values []any
	}{
		{"INSERT INTO log (origin, tree_size, tree_hash) VALUES (?, 0, ?)",
			[]any{origin, base64.StdEncoding.EncodeToString(empty[:])}},
		{"INSERT INTO key (origin, key) VALUES (?, ?)", []any{origin, key}},
	} {
		noError(t, sqlitex.Execute(db, row.into, &sqlitex.ExecOptions{Args: row.values}))
	}
}

// program is a running Ostrakon.
type program struct {
	path, dir, url string
	token          string // of the administrator
}

// startProgram starts Ostrakon with an empty data directory and makes its administrator.
func startProgram(t *testing.T) *program {
	t.Helper()
	dir := t.TempDir()
	p := &program{path: filepath.Join(dir, "ostrakon"), dir: dir}
	build(t, filepath.Join("..", "..", ".."), p.path, ".")
	cmd := exec.Command(p.path, "serve", "-data", filepath.Join(dir, "data"), "-addr", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "OSTRAKON_OCR=off")
	said := start(t, cmd).until(t, `(?s)#setup=(\S+)\n.*  Ostrakon is at (\S+) .*\n`)
	p.url = said[2]
	var session struct{ Token string }
	p.ask(t, "POST", "/api/auth/setup", map[string]any{"setupToken": said[1], "organisation": "Chess Club",
		"fullName": "Ada Admin", "email": "admin@example.org", "password": "plover-astray-9"}, &session)
	p.token = session.Token
	return p
}

// run runs a command of the program and returns all that it wrote.
func (p *program) run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), p.path, args...).CombinedOutput()
	return string(out), err
}

// ask sends a request to the API, which must succeed, and returns the answer.
func (p *program) ask(t *testing.T, method, path string, body, into any) []byte {
	t.Helper()
	raw := must(json.Marshal(body))(t)
	r := must(http.NewRequestWithContext(t.Context(), method, p.url+path, bytes.NewReader(raw)))(t)
	r.Header.Set("Content-Type", "application/json")
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	res := must(http.DefaultClient.Do(r))(t)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode/100 != 2 {
		t.Fatalf("%s %s: %s, %v\n%s", method, path, res.Status, err, answer)
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			t.Fatalf("%s %s: %v\n%s", method, path, err, answer)
		}
	}
	return answer
}

// verify checks the bundle of the board with the program, and asks for the cosignature of a witness.
func (p *program) verify(t *testing.T, board, vkey string) (string, error) {
	t.Helper()
	var info struct{ SigningKey string }
	p.ask(t, "GET", "/api/info", nil, &info)
	bundle := filepath.Join(t.TempDir(), "bundle.zip")
	noError(t, os.WriteFile(bundle, p.ask(t, "GET", board+"/bundle", nil, nil), 0o600))
	return p.run(t, "verify", "-key", info.SigningKey, "-witness", vkey, bundle)
}
