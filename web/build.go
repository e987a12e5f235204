package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

const (
	cacheForEver  = "public, max-age=31536000, immutable"
	cacheOneDay   = "public, max-age=86400"
	cacheNotFresh = "no-cache"

	notFoundURL = "/404.html"

	// partsFolder holds what pages include; its files are not served by themselves.
	partsFolder = "parts/"
)

var (
	// reference matches a path in double quotes that begins with ./ or ../ and captures the path.
	reference = regexp.MustCompile(`"(\.\.?/[^"]*)"`)

	// inclusion matches a line of a page in whose place a part stands, and captures the part's path.
	inclusion = regexp.MustCompile(`(?m)^ *<!-- include (\S+) -->\n`)

	// inEveryLanguage matches a paragraph that a page shows in every language, and captures its start and its key.
	inEveryLanguage = regexp.MustCompile(`(?m)^( *<p(?: class="[^"]*")?) data-words="([^"]*)"></p>\n`)

	// entry matches the line of a page that starts its module, and captures the module's path.
	entry = regexp.MustCompile(`(?m)^ *<script type="module" src="\./([^"]*)"></script>\n`)

	// worker matches where a module starts a worker, and captures the path of the worker's module.
	worker = regexp.MustCompile(`new Worker\("(\.\.?/[^"]*)"`)

	// documentation matches a comment on lines of its own that describes code and its types, which no browser reads.
	documentation = regexp.MustCompile(`(?m)^ */\*\*(?:[^*]|\*+[^*/])*\*+/\n`)
)

// pageURLs gives the URL path of each page by its source name.
func pageURLs() map[string]string {
	return map[string]string{
		"index.html":   "/",
		"admin.html":   "/admin",
		"convert.html": "/convert",
		"board.html":   boardURL,
		"docs.html":    "/docs",
		"404.html":     notFoundURL,
	}
}

// builder turns source files into answers. It works depth first: the name of a file hangs on its content, and its
// content on the names of the files that it refers to.
type builder struct {
	source fs.FS
	urls   map[string]string // by source name; empty while the file is being built
	files  map[string]*file  // by URL path
}

func newSite(source fs.FS) (*Site, error) {
	b := builder{source: source, urls: map[string]string{}, files: map[string]*file{}}
	err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(name, partsFolder) {
			return err
		}
		_, err = b.add(name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	notFound, ok := b.files[notFoundURL]
	if !ok {
		return nil, fmt.Errorf("web: 404.html: %w", fs.ErrNotExist)
	}
	delete(b.files, notFoundURL)
	return &Site{files: b.files, notFound: notFound}, nil
}

// add builds the named file, and first those that it refers to, and returns its URL path.
func (b *builder) add(name string) (string, error) {
	if url, seen := b.urls[name]; seen {
		if url == "" {
			return "", fmt.Errorf("%s: refers to itself through the files that it refers to", name)
		}
		return url, nil
	}
	b.urls[name] = ""

	content, err := fs.ReadFile(b.source, name)
	if err != nil {
		return "", err
	}
	mediaType, err := mediaTypeOf(name)
	if err != nil {
		return "", err
	}
	if path.Ext(name) == ".html" {
		if content, err = b.assemble(name, content); err != nil {
			return "", err
		}
	}
	if content, err = b.rewrite(name, content); err != nil {
		return "", err
	}
	url, cacheControl := addressOf(name, hashOf(content))
	b.urls[name] = url
	b.files[url] = newFile(content, mediaType, cacheControl)
	return url, nil
}

// newFile makes an answer of what is served under one URL path.
func newFile(content []byte, mediaType, cacheControl string) *file {
	return &file{plain: content, mediaType: mediaType, cacheControl: cacheControl, hash: hashOf(content),
		gzipped: sync.OnceValue(func() []byte {
			packed, err := Compress(content)
			if err != nil {
				return nil // sent plain
			}
			return packed
		})}
}

// hashOf answers the first bytes of the SHA-256 of the content, in hexadecimal.
func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:4])
}

// assemble puts the parts that a page includes in their places, writes each paragraph that is for every language once
// a language, and has the page load its modules as the files into which they are joined.
func (b *builder) assemble(name string, content []byte) ([]byte, error) {
	var first error
	note := func(err error) {
		if err != nil && first == nil {
			first = fmt.Errorf("%s: %w", name, err)
		}
	}
	content = inclusion.ReplaceAllFunc(content, func(line []byte) []byte {
		part, err := fs.ReadFile(b.source, partsFolder+string(inclusion.FindSubmatch(line)[1]))
		note(err)
		return part
	})
	content = inEveryLanguage.ReplaceAllFunc(content, func(line []byte) []byte {
		found := inEveryLanguage.FindSubmatch(line)
		paragraphs, err := b.translate(string(found[1]), string(found[2]))
		note(err)
		return paragraphs
	})
	content = entry.ReplaceAllFunc(content, func(line []byte) []byte {
		url, err := b.join(string(entry.FindSubmatch(line)[1]))
		note(err)
		return fmt.Appendf(nil, "  <script type=\"module\" src=\"%s\"></script>\n", url)
	})
	return content, first
}

// translate writes a paragraph, whose start tag begins with the given text, once for each folder of messages.
func (b *builder) translate(start, key string) ([]byte, error) {
	folders, err := fs.Glob(b.source, "messages/*/shell.js")
	if err != nil {
		return nil, err
	}
	message := regexp.MustCompile(`(?m)^  "` + regexp.QuoteMeta(key) + `": (".*"),$`)
	var paragraphs bytes.Buffer
	for _, name := range folders {
		content, err := fs.ReadFile(b.source, name)
		if err != nil {
			return nil, err
		}
		found := message.FindSubmatch(content)
		if found == nil {
			return nil, fmt.Errorf("%s: no text for %s", name, key)
		}
		text, err := strconv.Unquote(string(found[1]))
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, key, err)
		}
		fmt.Fprintf(&paragraphs, "%s lang=\"%s\">%s</p>\n", start, path.Base(path.Dir(name)), html.EscapeString(text))
	}
	return paragraphs.Bytes(), nil
}

// rewrite replaces every reference in the content of the named file with the URL path of the file it refers to; in a
// stylesheet with the file itself, a small picture that would cost a request. A worker is joined with all that it imports. It
// leaves documentation as it is: types are named by the module that they are from, which may be in a circle.
func (b *builder) rewrite(name string, content []byte) ([]byte, error) {
	var first error
	note := func(quoted []byte, err error) {
		if err != nil && first == nil {
			first = fmt.Errorf("%s: reference %s: %w", name, quoted, err)
		}
	}
	content = worker.ReplaceAllFunc(content, func(start []byte) []byte {
		quoted := worker.FindSubmatch(start)[1]
		url, err := b.join(path.Join(path.Dir(name), string(quoted)))
		note(quoted, err)
		return fmt.Appendf(nil, "new Worker(%q", url)
	})
	address := func(quoted []byte) []byte {
		target := path.Join(path.Dir(name), string(bytes.Trim(quoted, `"`)))
		url, err := b.add(target)
		note(quoted, err)
		if picture := b.files[url]; picture != nil && path.Ext(name) == ".css" {
			url = "data:" + picture.mediaType + ";base64," + base64.StdEncoding.EncodeToString(picture.plain)
		}
		return []byte(`"` + url + `"`)
	}
	var rewritten []byte
	end := 0
	for _, comment := range documentation.FindAllIndex(content, -1) {
		rewritten = append(rewritten, reference.ReplaceAllFunc(content[end:comment[0]], address)...)
		rewritten = append(rewritten, content[comment[0]:comment[1]]...)
		end = comment[1]
	}
	return append(rewritten, reference.ReplaceAllFunc(content[end:], address)...), first
}

// addressOf says under which URL path a source file is served and for how long it may be kept.
func addressOf(name, hash string) (url, cacheControl string) {
	if url, ok := pageURLs()[name]; ok {
		return url, cacheNotFresh
	}
	if name == "favicon.svg" {
		return "/favicon.svg", cacheOneDay
	}
	extension := path.Ext(name)
	return "/assets/" + strings.TrimSuffix(name, extension) + "." + hash + extension, cacheForEver
}

// mediaTypeOf names the type by a table of our own: the standard library's depends on the machine.
func mediaTypeOf(name string) (string, error) {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8", nil
	case ".css":
		return "text/css; charset=utf-8", nil
	case ".js":
		return "text/javascript; charset=utf-8", nil
	case ".svg":
		return "image/svg+xml", nil
	}
	return "", fmt.Errorf("%s: no media type is known for this extension", name)
}

// Compress returns the content compressed with gzip, or nil where that would not be shorter.
func Compress(content []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if out.Len() >= len(content) {
		return nil, nil
	}
	return out.Bytes(), nil
}
