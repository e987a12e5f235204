package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ostrakon/store/words"
)

// assetURL matches the URL path of an asset.
var assetURL = regexp.MustCompile(`/assets/[0-9a-f]{16}/[A-Za-z0-9_./]+\.(?:js|css)`)

func mustNew(t *testing.T) *Site {
	t.Helper()
	site, err := New(words.Files())
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return site
}

// ask sends one request to the site; header is a list of names and values in turn.
func ask(t *testing.T, site *Site, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, response *http.Response) string {
	t.Helper()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("read the body: %v", err)
	}
	return string(content)
}

func wantHeader(t *testing.T, response *http.Response, name, want string) {
	t.Helper()
	if got := response.Header.Get(name); got != want {
		t.Errorf("%s = %q, want %q", name, got, want)
	}
}

func wantStatus(t *testing.T, response *http.Response, want int) {
	t.Helper()
	if response.StatusCode != want {
		t.Fatalf("status = %d, want %d", response.StatusCode, want)
	}
}

// stylesheet answers the URL path of the one stylesheet, as the page names it.
func stylesheet(t *testing.T, site *Site) string {
	t.Helper()
	for _, url := range assetURL.FindAllString(body(t, ask(t, site, "GET", "/")), -1) {
		if strings.HasSuffix(url, ".css") {
			return url
		}
	}
	t.Fatal("the page names no stylesheet")
	return ""
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	site := mustNew(t)
	for _, request := range [][2]string{
		{"GET", "/"}, {"GET", stylesheet(t, site)}, {"GET", "/favicon.svg"}, {"GET", "/nothing"}, {"POST", "/"},
	} {
		t.Run(request[0]+" "+request[1], func(t *testing.T) {
			response := ask(t, site, request[0], request[1])
			wantHeader(t, response, "Content-Security-Policy", "default-src 'self'; img-src 'self' blob: data:; "+
				"object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'")
			wantHeader(t, response, "X-Content-Type-Options", "nosniff")
			wantHeader(t, response, "Referrer-Policy", "no-referrer")
			wantHeader(t, response, "Cross-Origin-Opener-Policy", "")
			secure := ask(t, site, request[0], "https://vote.example.org"+request[1])
			wantHeader(t, secure, "Cross-Origin-Opener-Policy", "same-origin")
			wantHeader(t, response, "Cross-Origin-Resource-Policy", "same-origin")
			if response.Header.Get("Permissions-Policy") == "" {
				t.Error("no Permissions-Policy")
			}
		})
	}
}

// pages are the URL paths of all pages.
func pages() []string {
	return []string{"/", "/admin", "/convert", "/board", "/board/h2w6r4ty7kq3zx5mcnv2bjd6ae", "/docs"}
}

func TestPages(t *testing.T) {
	site := mustNew(t)
	for _, url := range pages() {
		t.Run(url, func(t *testing.T) {
			response := ask(t, site, "GET", url)
			wantStatus(t, response, http.StatusOK)
			wantHeader(t, response, "Content-Type", "text/html; charset=utf-8")
			wantHeader(t, response, "Cache-Control", "no-cache")
			page := body(t, response)
			for _, piece := range []string{
				`<main id="main"`, `id="announcer"`, `class="masthead"`, `class="footing"`, "<noscript>",
			} {
				if !strings.Contains(page, piece) {
					t.Errorf("the page has no %s", piece)
				}
			}
			if strings.Contains(page, "${") {
				t.Error("something is not in its place")
			}
		})
	}
	t.Run("is not sent again to who has it", func(t *testing.T) {
		etag := ask(t, site, "GET", "/").Header.Get("ETag")
		response := ask(t, site, "GET", "/", "If-None-Match", etag)
		wantStatus(t, response, http.StatusNotModified)
		wantHeader(t, response, "ETag", etag)
		if got := body(t, response); got != "" {
			t.Errorf("a 304 has a body of %d bytes", len(got))
		}
	})
	t.Run("is sent again when it has changed", func(t *testing.T) {
		wantStatus(t, ask(t, site, "GET", "/", "If-None-Match", `"00000000"`), http.StatusOK)
	})
	t.Run("ignores the query", func(t *testing.T) {
		wantStatus(t, ask(t, site, "GET", "/?from=mail"), http.StatusOK)
	})
	t.Run("is the same for the board of each election", func(t *testing.T) {
		wantHeader(t, ask(t, site, "GET", pages()[4]), "ETag", ask(t, site, "GET", "/board").Header.Get("ETag"))
	})
}

// These are the most answers, and bytes of their compressed bodies, that a page transfers before it can be used. The
// page, its stylesheet, its modules, the largest language of its catalogue, the pictures, the server's info and the
// organisation's logo count.
const (
	mostAnswers = 8
	mostOfFirst = 100_000 // of the voters' page
	mostOfPage  = 190_000 // of any page
)

// staticImport matches what a module imports before it runs.
var staticImport = regexp.MustCompile(`(?m)^import .*|^\} from ".*`)

func TestPagesTakeFewAnswersAndFewBytes(t *testing.T) {
	site := mustNew(t)
	sent := func(url string) int { return len(body(t, ask(t, site, "GET", url, "Accept-Encoding", "gzip"))) }
	for _, url := range pages() {
		page := body(t, ask(t, site, "GET", url))
		answers, total := 3, sent(url) // the page, the info, the logo
		loaded := append(assetURL.FindAllString(page, -1), "/favicon.svg")
		if url == "/" {
			loaded = append(loaded, "/shard.svg")
		}
		texts := 0
		for _, asset := range loaded {
			answers++
			total += sent(asset)
			if !strings.HasSuffix(asset, ".js") {
				continue
			}
			if found := staticImport.FindString(body(t, ask(t, site, "GET", asset))); found != "" {
				t.Errorf("%s: %s waits for another file: %s", url, asset, found)
			}
			for _, language := range words.Codes() {
				name, _ := joinedFile(t, site, strings.TrimSuffix(path.Base(asset), "js")+language+".")
				texts = max(texts, sent(path.Dir(asset)+"/"+name))
			}
		}
		answers, total = answers+1, total+texts
		most := mostOfPage
		if url == "/" {
			most = mostOfFirst
		}
		t.Logf("%s transfers %d bytes in %d answers", url, total, answers)
		if answers > mostAnswers || total > most {
			t.Errorf("%s transfers %d bytes in %d answers, want at most %d in %d", url, total, answers, most, mostAnswers)
		}
	}
}

// BenchmarkNewSite measures what the pages take of a server's start.
func BenchmarkNewSite(b *testing.B) {
	source := must(fs.Sub(embedded, "static"))(b)
	for b.Loop() {
		must(newSite(source, words.Files()))(b)
	}
}

func TestAssets(t *testing.T) {
	site := mustNew(t)
	urls := slices.Collect(maps.Keys(site.files))
	for page, join := range site.joins {
		files, err := join()
		if err != nil {
			t.Fatalf("%s: %v", page, err)
		}
		for name := range files {
			urls = append(urls, site.folder+joinedFolder+name)
		}
	}
	types := map[string]string{"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
	for _, url := range urls {
		if !strings.HasPrefix(url, "/assets/") {
			continue
		}
		t.Run(url, func(t *testing.T) {
			if assetURL.FindString(url) != url {
				t.Error("the address has no hash")
			}
			response := ask(t, site, "GET", url)
			wantStatus(t, response, http.StatusOK)
			wantHeader(t, response, "Content-Type", types[url[strings.LastIndex(url, ".")+1:]])
			wantHeader(t, response, "Cache-Control", "public, max-age=31536000, immutable")
			for _, found := range referred.FindAllStringSubmatch(body(t, response), -1) {
				other := path.Join(path.Dir(url), cmp.Or(found[1], found[2]))
				if ask(t, site, "GET", other).StatusCode != http.StatusOK {
					t.Errorf("there is no %s", other)
				}
			}
		})
	}
	t.Run("of another build are not there", func(t *testing.T) {
		for _, name := range []string{"style/index.css", "joined/app.js"} {
			wantStatus(t, ask(t, site, "GET", "/assets/0123456789abcdef/"+name), http.StatusNotFound)
		}
		for _, name := range []string{"joined/app.gone.AAAAAAAA.js", "joined/gone.js", "joined/"} {
			wantStatus(t, ask(t, site, "GET", site.folder+name), http.StatusNotFound)
		}
	})
}

// referred matches where a module refers to another file, and captures the path.
var referred = regexp.MustCompile(`(?m)^(?:import|\}).* from "(\.[^"]*)";$|^[^*]*(?:import|new URL)\("(\.[^"]*)"`)

func TestFavicon(t *testing.T) {
	response := ask(t, mustNew(t), "GET", "/favicon.svg")
	wantStatus(t, response, http.StatusOK)
	wantHeader(t, response, "Content-Type", "image/svg+xml")
	wantHeader(t, response, "Cache-Control", "public, max-age=86400")
}

func TestUnknownPathsAreNotFoundWithAPage(t *testing.T) {
	site := mustNew(t)
	for _, path := range []string{
		"/nothing", "/index.html", "/404.html", "/assets/", "/assets/app.js", "/assets/app.00000000.js", "/static/app.js",
		"/../web.go", "//", "/favicon.svg/", "/admin.html", "/admin/", "/parts/head.html", "/assets/parts/head.html",
		"/board/", "/board/short", "/board/H2W6R4TY7KQ3ZX5MCNV2BJD6AE", "/board/h2w6r4ty7kq3zx5mcnv2bjd6ae/x",
	} {
		t.Run(path, func(t *testing.T) {
			response := ask(t, site, "GET", path)
			wantStatus(t, response, http.StatusNotFound)
			wantHeader(t, response, "Content-Type", "text/html; charset=utf-8")
			wantHeader(t, response, "Cache-Control", "no-cache")
			wantHeader(t, response, "ETag", "")
			if !strings.Contains(body(t, response), "No such page") {
				t.Error("the page does not say what is wrong")
			}
		})
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	site := mustNew(t)
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
		t.Run(method, func(t *testing.T) {
			response := ask(t, site, method, "/")
			wantStatus(t, response, http.StatusMethodNotAllowed)
			wantHeader(t, response, "Allow", "GET, HEAD")
		})
	}
}

func TestHeadAnswersAsGetWithoutBody(t *testing.T) {
	site := mustNew(t)
	for _, path := range []string{"/", stylesheet(t, site), "/favicon.svg", "/nothing"} {
		for _, encoding := range []string{"", "gzip"} {
			t.Run(path+" "+encoding, func(t *testing.T) {
				get := ask(t, site, "GET", path, "Accept-Encoding", encoding)
				head := ask(t, site, "HEAD", path, "Accept-Encoding", encoding)
				wantStatus(t, head, get.StatusCode)
				for name := range get.Header {
					wantHeader(t, head, name, get.Header.Get(name))
				}
				wantHeader(t, head, "Content-Length", strconv.Itoa(len(body(t, get))))
				if got := body(t, head); got != "" {
					t.Errorf("HEAD has a body of %d bytes", len(got))
				}
			})
		}
	}
}

func TestGzip(t *testing.T) {
	site := mustNew(t)
	css := stylesheet(t, site)

	t.Run("holds the same content under another ETag", func(t *testing.T) {
		for _, path := range []string{"/", css, "/nothing"} {
			plain, packed := ask(t, site, "GET", path), ask(t, site, "GET", path, "Accept-Encoding", "br, gzip")
			wantHeader(t, plain, "Content-Encoding", "")
			wantHeader(t, packed, "Content-Encoding", "gzip")
			wantHeader(t, plain, "Vary", "Accept-Encoding")
			wantHeader(t, packed, "Vary", "Accept-Encoding")
			if etag := plain.Header.Get("ETag"); etag != "" && etag == packed.Header.Get("ETag") {
				t.Errorf("%s: two bodies under one ETag %s", path, etag)
			}
			reader, err := gzip.NewReader(packed.Body)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			unpacked, err := io.ReadAll(reader)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if want := body(t, plain); string(unpacked) != want {
				t.Errorf("%s: unpacks to %d bytes, want the %d plain ones", path, len(unpacked), len(want))
			}
		}
	})
	t.Run("is sent to who accepts it", func(t *testing.T) {
		for accept, want := range map[string]string{
			"gzip": "gzip", "GZIP": "gzip", "deflate, gzip;q=0.5": "gzip", "gzip ; q=1": "gzip", "br,gzip": "gzip",
			"": "", "br": "", "gzip;q=0": "", "gzip; q=0.000": "", "*": "", "xgzip": "", "gzip;q=much": "", "identity": "",
		} {
			if got := ask(t, site, "GET", css, "Accept-Encoding", accept).Header.Get("Content-Encoding"); got != want {
				t.Errorf("Accept-Encoding %q gets %q, want %q", accept, got, want)
			}
		}
	})
	t.Run("answers a range of the bytes it would send", func(t *testing.T) {
		packed := body(t, ask(t, site, "GET", css, "Accept-Encoding", "gzip"))
		part := ask(t, site, "GET", css, "Accept-Encoding", "gzip", "Range", "bytes=10-19")
		wantStatus(t, part, http.StatusPartialContent)
		wantHeader(t, part, "Content-Length", "10")
		if got := body(t, part); got != packed[10:20] {
			t.Errorf("range = %q, want %q", got, packed[10:20])
		}
	})
}

func TestAnswersPassARealServer(t *testing.T) {
	server := httptest.NewServer(mustNew(t))
	defer server.Close()
	response := must(http.Get(server.URL + "/"))(t) // the client asks for gzip and unpacks it
	defer response.Body.Close()
	if !response.Uncompressed || !bytes.Contains([]byte(body(t, response)), []byte("<title>Ostrakon</title>")) {
		t.Error("the page did not arrive compressed and whole")
	}
}
