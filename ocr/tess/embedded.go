package tess

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/danlock/gogosseract"
	"github.com/tetratelabs/wazero"
)

//go:embed eng.traineddata.gz
var modelArchive []byte

// maxInstances bounds the instances of the module that are kept. Each takes
// some 60 MB once it has read; mode and alphabet of an instance are fixed when
// it is made, and reading a card takes four: three modes, and lines in the
// alphabet of its number.
const maxInstances = 4

// Embedded is Tesseract compiled to WebAssembly.
type Embedded struct {
	mu        sync.Mutex
	closed    bool
	cacheDir  string
	cache     wazero.CompilationCache
	model     []byte
	instances []instance // the one used last is the last
}

// instance is a copy of the module with its own memory.
type instance struct {
	mode     Mode
	alphabet string
	engine   *gogosseract.Tesseract
}

// NewEmbedded returns an engine that keeps the module's machine code in
// cacheDir, which it makes if need be, for its owner alone: compiling takes two
// seconds, loading a twentieth of that. Code from there is executed, so nobody
// else may be able to write to it. An empty cacheDir keeps nothing.
//
// Nothing is compiled before the first Read.
//
// Errors: ErrUnavailable.
func NewEmbedded(cacheDir string) (*Embedded, error) {
	model, err := unpackModel()
	if err != nil {
		return nil, fmt.Errorf("%w: language model: %w", ErrUnavailable, err)
	}
	cache, err := openCache(cacheDir)
	if err != nil {
		return nil, err
	}
	return &Embedded{cacheDir: cacheDir, cache: cache, model: model}, nil
}

// unpackModel returns eng.traineddata.
func unpackModel() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(modelArchive))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// openCache returns the compilation cache of a directory.
func openCache(dir string) (wazero.CompilationCache, error) {
	if dir == "" {
		return wazero.NewCompilationCache(), nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w: compilation cache: %w", ErrUnavailable, err)
	}
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: compilation cache: %w", ErrUnavailable, err)
	}
	return cache, nil
}

// Read reads img; see [Engine]. It looks at ctx before it begins and never
// again.
func (e *Embedded) Read(ctx context.Context, img *image.Gray, mode Mode, alphabet string) (words []Word, err error) {
	if err := vet(img, alphabet); err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.closed {
		return nil, fmt.Errorf("%w: it is closed", ErrFailed)
	}
	ctx = context.WithoutCancel(ctx) // the host functions of a module must not see it end half-way
	engine, err := e.instance(ctx, mode, alphabet)
	if err != nil {
		return nil, err
	}
	document, err := recognise(ctx, engine, img)
	if err != nil { // its memory may be in any state
		e.drop(ctx, len(e.instances)-1)
		return nil, err
	}
	return parseHOCR(document, img.Rect)
}

// recognise runs an instance over a picture. Errors of the module are dropped:
// they may quote what it was reading.
func recognise(ctx context.Context, engine *gogosseract.Tesseract, img *image.Gray) (document []byte, err error) {
	defer func() {
		if recover() != nil { // the host functions panic where the module asks for a file
			err = fmt.Errorf("%w: the module panicked", ErrFailed)
		}
	}()
	if err := engine.LoadImage(ctx, bytes.NewReader(pgm(img)), gogosseract.LoadImageOptions{}); err != nil {
		return nil, fmt.Errorf("%w: the module does not take the picture", ErrFailed)
	}
	text, err := engine.GetHOCR(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: the module gave up", ErrFailed)
	}
	return []byte(text), nil
}

// instance returns the instance of a mode and an alphabet, as the last of the
// list. It makes one if there is none, in place of the one unused for longest.
func (e *Embedded) instance(ctx context.Context, mode Mode, alphabet string) (*gogosseract.Tesseract, error) {
	i := slices.IndexFunc(e.instances, func(i instance) bool { return i.mode == mode && i.alphabet == alphabet })
	if i >= 0 {
		found := e.instances[i]
		e.instances = append(slices.Delete(e.instances, i, i+1), found)
		return found.engine, nil
	}
	if len(e.instances) == maxInstances {
		e.drop(ctx, 0)
	}
	engine, err := e.start(ctx, mode, alphabet)
	if err != nil && e.cacheDir != "" { // a damaged cache is the one thing that can be put right
		if err = e.renewCache(ctx); err == nil {
			engine, err = e.start(ctx, mode, alphabet)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	e.instances = append(e.instances, instance{mode, alphabet, engine})
	return engine, nil
}

// start makes an instance.
func (e *Embedded) start(ctx context.Context, mode Mode, alphabet string) (*gogosseract.Tesseract, error) {
	cfg := gogosseract.Config{
		TrainingData: bytes.NewReader(e.model),
		WASMCache:    e.cache,
		Variables: map[string]string{
			"tessedit_pageseg_mode": strconv.Itoa(int(mode)),
			"user_defined_dpi":      resolution,
			"tessedit_do_invert":    noInversion,
		},
	}
	if alphabet != "" {
		cfg.Variables["tessedit_char_whitelist"] = alphabet
	}
	cfg.Stdout, cfg.Stderr = io.Discard, io.Discard
	return gogosseract.New(ctx, cfg)
}

// renewCache empties the compilation cache, and ends the instances that live
// off it.
func (e *Embedded) renewCache(ctx context.Context) error {
	for len(e.instances) > 0 {
		e.drop(ctx, 0)
	}
	_ = e.cache.Close(ctx)
	kept, err := filepath.Glob(filepath.Join(e.cacheDir, "wazero-*")) // the name that wazero gives its part
	if err != nil {
		return err
	}
	for _, dir := range kept {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	e.cache, err = openCache(e.cacheDir)
	return err
}

// drop ends an instance. Its own clean-up may fail in a module that broke
// down; the memory is Go's and goes all the same.
func (e *Embedded) drop(ctx context.Context, i int) {
	defer func() { _ = recover() }()
	engine := e.instances[i].engine
	e.instances = slices.Delete(e.instances, i, i+1)
	_ = engine.Close(ctx)
}

// Close ends all instances.
func (e *Embedded) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil
	}
	e.closed = true
	ctx := context.Background()
	for len(e.instances) > 0 {
		e.drop(ctx, 0)
	}
	return e.cache.Close(ctx)
}
