package e2e

import (
	"bytes"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers/e2e/servertest"
	"ostrakon/handlers/listen"
)

// documented is the configuration in the docs that begins with some words.
func documented(t *testing.T, begins string) string {
	t.Helper()
	page := string(must(os.ReadFile("../../docs/operations.md"))(t))
	_, from, found := strings.Cut(page, "```\n"+begins)
	text, _, closed := strings.Cut(from, "```")
	if !found || !closed {
		t.Fatalf("docs/operations.md has no configuration that begins with %q", begins)
	}
	return begins + text
}

// freePort is a port that nobody listens on.
func freePort(t *testing.T) string {
	ln := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer ln.Close()
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	return port
}

// addsAddress names nginx as the docs configure it, but for the header: with proxy_params of Debian, nginx adds the
// address of the client to what the client says.
const addsAddress = "nginx with proxy_params"

// proxied starts a proxy in front of a server, as the docs configure it, and returns its address.
func proxied(t *testing.T, proxy string, s *servertest.Server) (url string) {
	t.Helper()
	dir, port := t.TempDir(), freePort(t)
	config := filepath.Join(dir, "config")
	var cmd *exec.Cmd
	var text string
	switch proxy {
	case "caddy":
		text = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n" +
			strings.Replace(documented(t, "example.org {"), "example.org", "https://127.0.0.1:"+port, 1)
		cmd = exec.CommandContext(t.Context(), "caddy", "run", "--adapter", "caddyfile", "--config", config)
		cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	case "nginx", addsAddress:
		ownCertificate(t, dir)
		header := "$remote_addr"
		if proxy == addsAddress {
			header = "$proxy_add_x_forwarded_for"
		}
		text = strings.NewReplacer("$remote_addr", header,
			"listen 443 ", "listen 127.0.0.1:"+port+" ", "fullchain.pem", dir+"/own.pem",
			"privkey.pem", dir+"/own.pem").Replace(documented(t, "server {"))
		text = fmt.Sprintf("daemon off;\npid %[1]s/pid;\nerror_log %[1]s/error.log;\nworker_processes auto;\n"+
			"worker_rlimit_nofile 16384;\nevents { worker_connections 8192; }\nhttp {\n\taccess_log off;\n"+
			"\tclient_body_temp_path %[1]s/body;\n\tproxy_temp_path %[1]s/proxy;\n\tfastcgi_temp_path %[1]s/fastcgi;\n"+
			"\tuwsgi_temp_path %[1]s/uwsgi;\n\tscgi_temp_path %[1]s/scgi;\n%[2]s}\n", dir, text)
		cmd = exec.CommandContext(t.Context(), "nginx", "-p", dir, "-c", config, "-e", dir+"/error.log")
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // its workers end with it
	}
	text = strings.Replace(text, "127.0.0.1:8080", strings.TrimPrefix(s.URL, "http://"), 1)
	noError(t, os.WriteFile(config, []byte(text), 0o600))
	cmd.Stderr = new(bytes.Buffer)
	noError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() { <-ended })
	address := "127.0.0.1:" + port
	for {
		conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true})
		if err == nil {
			conn.Close()
			return "https://" + address
		}
		select {
		case <-ended:
			t.Fatalf("%s does not start: %s", proxy, cmd.Stderr)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// ownCertificate makes a certificate and its key in a directory.
func ownCertificate(t *testing.T, dir string) {
	t.Helper()
	door := must(listen.Open(listen.Options{Addr: "127.0.0.1:0", Own: true, Dir: dir}))(t)
	defer door.Close()
	noError(t, door.Ready())
	raw := must(os.ReadFile(filepath.Join(dir, "own.pem")))(t)
	if block, _ := pem.Decode(raw); block == nil {
		t.Fatal("there is no certificate")
	}
}

// TestVotesInAFloodBehindAProxy is TestVotesInAFlood through each proxy that OSTRAKON_PROXIES names, caddy or nginx,
// configured as in the docs.
func TestVotesInAFloodBehindAProxy(t *testing.T) {
	for _, proxy := range strings.Fields(os.Getenv("OSTRAKON_PROXIES")) {
		for name, f := range floods {
			if proxy == "caddy" && name == "answers that nobody takes" {
				f.many = f.few // Caddy alone needs seconds for a hundred thousand whole requests
			}
			t.Run(proxy+", "+name, func(t *testing.T) {
				s := must(start(t.Context(), t.TempDir(), "serve", "-data", "data", "-trusted-proxies", "127.0.0.1"))(t)
				defer s.Kill()
				o := newOffice(t, s, rounds(5, 30))
				o.votesIn(t, s, f, proxied(t, proxy, s))
			})
		}
	}
}

// What a client says about its own address does not count behind a proxy of the docs, nor behind one that passes it on.
func TestAProxySaysWhoseAddressItIs(t *testing.T) {
	proxies := strings.Fields(os.Getenv("OSTRAKON_PROXIES"))
	if slices.Contains(proxies, "nginx") {
		proxies = append(proxies, addsAddress)
	}
	for _, proxy := range proxies {
		t.Run(proxy, func(t *testing.T) {
			s := must(start(t.Context(), t.TempDir(), "serve", "-data", "data", "-trusted-proxies", "127.0.0.1"))(t)
			defer s.Kill()
			url := proxied(t, proxy, s)
			from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}} // the address of the proxy is trusted
			client := &http.Client{Transport: &http.Transport{DialContext: from.DialContext,
				TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
			limited := 0
			for i := range 80 { // 60 may register at once from one address
				r := must(http.NewRequestWithContext(t.Context(), "POST", url+"/api/auth/register", strings.NewReader("{}")))(t)
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i))
				res := must(client.Do(r))(t)
				res.Body.Close()
				if res.StatusCode == http.StatusTooManyRequests {
					limited++
				}
			}
			if limited == 0 {
				t.Error("a client that names other addresses dodges the limit")
			}
		})
	}
}
