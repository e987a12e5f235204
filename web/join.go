package web

import (
	_ "embed" // puts the text of this file in joiner
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// joiner and cataloguer are this file and the one that writes the module of the words.
//
//go:embed join.go
var joiner string

//go:embed catalogue.go
var cataloguer string

// writeJoiner writes the source of this file and of catalogue.go, and the versions of all modules in the binary: joined
// files depend on them, too. Browsers may keep joined files for ever, so files that another version joins need another
// address.
func writeJoiner(w io.Writer) {
	_, _ = io.WriteString(w, joiner+cataloguer)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			_, _ = fmt.Fprintln(w, module.Path, module.Version)
		}
	}
}

const (
	joinedFolder  = "joined/"
	typeOfModules = "text/javascript; charset=utf-8"

	// writtenModule and lazyModule are the namespaces of esbuild: of modules in static, and of those that join writes
	// itself, one for each import(). esbuild writes the first before the name of a module, in a comment above its code.
	writtenModule = "module"
	lazyModule    = "lazy"
)

// partsOfPage matches where a page's module names its parts of the words, and captures them.
var partsOfPage = regexp.MustCompile(`messages: \[(.*)\]`)

// joined is a page or a worker whose modules are joined.
type joined struct {
	*builder
	start string   // name of the module that starts it
	parts []string // names of the parts of the words that it loads at its start
	inOne bool     // it is one file, and loads nothing else
}

// join puts a module of the given name, which starts a page or a worker, and all that it imports into one file of the
// module's name. What import() loads becomes a file each, without what the page has already; the page's parts of the
// words become one file a language. The files are returned by their names in joinedFolder.
func (b *builder) join(name string) (map[string]*file, error) {
	j := b.joinedOf(name)
	page := strings.TrimSuffix(path.Base(name), ".js")
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{name},
		Bundle:      true,
		Splitting:   true,
		Metafile:    true,
		Format:      api.FormatESModule,
		Charset:     api.CharsetUTF8,
		TsconfigRaw: "{}", // looks for none on the disk
		Outdir:      "joined",
		EntryNames:  page,
		ChunkNames:  page + ".[name].[hash]",
		Plugins:     []api.Plugin{{Name: "site", Setup: j.setup}},
	})
	for _, message := range result.Errors {
		return nil, fmt.Errorf("web: %s: %s", name, message.Text)
	}
	first, err := firstOf(result.Metafile)
	if err != nil {
		return nil, fmt.Errorf("web: %s: %w", name, err)
	}
	files := map[string]*file{}
	for _, out := range result.OutputFiles {
		base := path.Base(strings.ReplaceAll(out.Path, `\`, "/"))
		if base == page+".js" && base != first {
			continue // it imports the first file and does nothing else
		}
		content := strings.ReplaceAll(string(out.Contents), first, page+".js")
		files[strings.ReplaceAll(base, first, page+".js")] = newFile([]byte(content), typeOfModules, cacheForEver)
	}
	return files, nil
}

// joinedOf returns what is known of a page or a worker from the module that starts it.
func (b *builder) joinedOf(name string) joined {
	j := joined{builder: b, start: name, parts: []string{"shell", "refusals"}}
	if found := partsOfPage.FindSubmatch(b.sources[name]); found != nil {
		for part := range strings.SplitSeq(string(found[1]), ",") {
			j.parts = append(j.parts, strings.Trim(part, ` "`))
		}
	}
	return j
}

// setup tells esbuild where modules are.
func (j joined) setup(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		name := resolved(args)
		if args.Kind == api.ResolveJSDynamicImport {
			return j.resolveLazy(name), nil
		}
		return api.OnResolveResult{Path: name, Namespace: writtenModule}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*"}, j.load)
}

// resolved returns the name of the module that another one imports.
func resolved(args api.OnResolveArgs) string {
	if strings.HasPrefix(args.Path, ".") {
		return path.Join(path.Dir(args.Importer), args.Path)
	}
	return args.Path
}

// load gives esbuild the text of a module.
func (j joined) load(args api.OnLoadArgs) (api.OnLoadResult, error) {
	content, ok := args.PluginData.(string) // of a lazy module
	if !ok {
		written, found := j.sources[args.Path]
		if args.Path == catalogueModule {
			written = j.catalogue()
		}
		content, ok = string(written), found
	}
	if !ok {
		return api.OnLoadResult{}, fmt.Errorf("%s is no module", args.Path)
	}
	return api.OnLoadResult{Contents: &content}, nil
}

// resolveLazy returns what import() of a module loads: the page's words in one language, or the module. The module
// imports the start of the page too, which has run by then: so esbuild leaves all that the page has in one file, and
// does not move into another what both use.
func (j joined) resolveLazy(name string) api.OnResolveResult {
	if language, ok := strings.CutPrefix(name, wordsFolder); ok {
		return api.OnResolveResult{Path: language, Namespace: lazyModule, PluginData: j.ownWords(language)}
	}
	return api.OnResolveResult{
		Path: name, Namespace: lazyModule, PluginData: fmt.Sprintf("import %q;\nexport * from %q;\n", j.start, name),
	}
}

// firstOf returns the name of the file that holds the module that starts the page, from esbuild's account of what it
// wrote. The file of that name is empty but for an import where a lazy module has made it a part of another.
func firstOf(metafile string) (string, error) {
	var account struct {
		Outputs map[string]struct {
			EntryPoint string
			Inputs     map[string]struct{}
			Imports    []struct{ Path, Kind string }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &account); err != nil {
		return "", err
	}
	for name, out := range account.Outputs {
		if !strings.HasPrefix(out.EntryPoint, writtenModule+":") {
			continue
		}
		if len(out.Inputs) == 0 && len(out.Imports) > 0 {
			name = out.Imports[0].Path
		}
		return path.Base(name), nil
	}
	return "", errors.New("esbuild does not say what starts the page")
}
