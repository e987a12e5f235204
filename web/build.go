package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

const (
	cacheForEver  = "public, max-age=31536000, immutable"
	cacheOneDay   = "public, max-age=86400"
	cacheNotFresh = "no-cache"
)

// pageURLs gives the URL path of each page by its source name.
func pageURLs() map[string]string {
	return map[string]string{
		"index.html":   "/",
		"admin.html":   "/admin",
		"convert.html": "/convert",
		"board.html":   boardURL,
		"docs.html":    "/docs",
		"view.html":    ViewURL,
	}
}

// builder makes answers of source files.
type builder struct {
	site      *Site
	sources   map[string][]byte // by name
	languages []language
	err       error // the first that was met
}

// newSite reads the files of source and the words, and makes a Site of them.
func newSite(source, texts fs.FS) (*Site, error) {
	b := builder{sources: map[string][]byte{}}
	err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(source, name)
		b.sources[name] = content
		return err
	})
	if err == nil {
		err = b.addWords(texts)
	}
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	b.site = &Site{folder: b.folder(), files: map[string]*file{}, joins: map[string]join{}}
	for name, content := range b.sources {
		b.addFile(name, content)
	}
	for name, url := range pageURLs() {
		b.site.files[url] = b.page(name)
	}
	b.site.notFound = b.page("404.html")
	b.site.registrar = sync.OnceValues(func() (*file, error) { return b.saved("registrar.html") })
	return b.site, b.err
}

// folder returns the URL path of the folder of assets, which follows all that they are made of.
func (b *builder) folder() string {
	assets := sha256.New()
	writeJoiner(assets)
	for _, name := range slices.Sorted(maps.Keys(b.sources)) {
		_, _ = fmt.Fprintf(assets, "%s %d %s", name, len(b.sources[name]), b.sources[name])
	}
	_, _ = fmt.Fprint(assets, b.languages)
	return fmt.Sprintf("/assets/%x/", assets.Sum(nil)[:8])
}

// addFile serves a source file that is not a page, a part of pages or a part of stylesheets.
func (b *builder) addFile(name string, content []byte) {
	switch path.Ext(name) {
	case ".js":
		if name == catalogueModule {
			content = joined{builder: b, parts: []string{}}.catalogue()
		}
		b.site.files[b.site.folder+name] = newFile(content, typeOfModules, cacheForEver)
		if strings.HasSuffix(name, "_worker.js") {
			b.start(name)
		}
	case ".svg":
		b.site.files["/"+name] = newFile(content, "image/svg+xml", cacheOneDay)
	case ".html", ".css":
	default:
		b.fail("%s: no media type is known for this extension", name)
	}
}

// stylesheet serves what a page needs of static/style as one file, and returns its URL path.
func (b *builder) stylesheet(page, names string) string {
	url := b.site.folder + "style/" + strings.TrimSuffix(page, ".html") + ".css"
	b.site.files[url] = newFile([]byte(b.styles(names)), "text/css; charset=utf-8", cacheForEver)
	return url
}

// styles returns files of static/style, one after the other. Each is a layer, so what stands in a later one wins.
func (b *builder) styles(names string) string {
	var joined strings.Builder
	for name := range strings.FieldsSeq(names) {
		joined.Write(b.read("style/" + name + ".css"))
	}
	return joined.String()
}

// start returns the URL path of a module that starts a page or a worker, joined with all that it imports.
func (b *builder) start(name string) string {
	b.read(name)
	base := path.Base(name)
	b.site.joins[strings.TrimSuffix(base, ".js")] = sync.OnceValues(func() (map[string]*file, error) {
		return b.join(name)
	})
	return b.site.folder + joinedFolder + base
}

// fail keeps the first error.
func (b *builder) fail(format string, arguments ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("web: "+format, arguments...)
	}
}

// read returns the content of a source file, which must exist.
func (b *builder) read(name string) []byte {
	content, ok := b.sources[name]
	if !ok {
		b.fail("%s: %w", name, fs.ErrNotExist)
	}
	return content
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

// hashOf returns the first bytes of the SHA-256 of the content, in hexadecimal.
func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:4])
}

// page returns the answer of a page.
func (b *builder) page(name string) *file {
	return newFile([]byte(b.fill(name)), "text/html; charset=utf-8", cacheNotFresh)
}

// fill returns a page or a part of pages with each ${verb argument} replaced by what it stands for.
func (b *builder) fill(name string) string {
	return os.Expand(string(b.read(name)), func(directive string) string {
		verb, argument, _ := strings.Cut(directive, " ")
		switch verb {
		case "include":
			return strings.TrimSpace(b.fill("parts/" + argument))
		case "asset":
			b.read(argument)
			return b.site.folder + argument
		case "style":
			return b.stylesheet(name, argument)
		case "start":
			return b.start(argument)
		case "inside":
			return b.inside(argument)
		case "words":
			return b.words(argument)
		case "languages":
			return b.speakers(argument)
		}
		b.fail("%s: nothing is known of ${%s}", name, directive)
		return ""
	})
}

// words returns a paragraph for each language with its text of a key.
func (b *builder) words(key string) string {
	var paragraphs []string
	part, _, _ := strings.Cut(key, ".")
	for _, l := range b.languages {
		texts, err := b.textsOf(l.Code, part)
		if err != nil {
			b.fail("%s/%s: %w", l.Code, part, err)
		}
		text, ok := texts[key].(string)
		if !ok {
			b.fail("%s/%s: no text for %s", l.Code, part, key)
		}
		paragraphs = append(paragraphs, fmt.Sprintf(`<p lang="%s" dir="%s">%s</p>`, l.Code, l.Direction,
			html.EscapeString(text)))
	}
	return strings.Join(paragraphs, "\n")
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
