package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// namespace is what esbuild writes before the address of a module, in a comment above the module's code.
const namespace = "module"

// lazyNamespace is of modules that New writes itself, one for each import().
const lazyNamespace = "lazy"

var (
	// partsOfPage matches where a page's module names its parts of the catalogue, and captures them.
	partsOfPage = regexp.MustCompile(`messages: \[(.*)\]`)

	// partOfCatalogue matches the URL path of a part of the catalogue, and captures its language and its name.
	partOfCatalogue = regexp.MustCompile(`^/assets/messages/([a-z]+)/([a-z]+)\.[0-9a-f]{8}\.js$`)

	// hashOfModule matches what addressOf adds to the name of a module.
	hashOfModule = regexp.MustCompile(`\.[0-9a-f]{8}\.js$`)
)

// page is a page whose modules are joined.
type page struct {
	*builder
	start string   // URL path of the module that starts it
	parts []string // of the catalogue, that it loads at its start
}

// join puts a module of the given name, which starts a page, and all that it imports into one file, and returns its URL
// path. What import() loads becomes a file each, without what the page has already; the page's parts of the catalogue
// become one file a language.
func (b *builder) join(name string) (string, error) {
	start, err := b.add(name)
	if err != nil {
		return "", err
	}
	p := page{builder: b, start: start, parts: []string{"shell", "refusals"}}
	if found := partsOfPage.FindSubmatch(b.files[start].plain); found != nil {
		for part := range strings.SplitSeq(string(found[1]), ",") {
			p.parts = append(p.parts, strings.Trim(part, ` "`))
		}
	}
	folder := "/assets/joined/" + strings.TrimSuffix(name, ".js") + "/"
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{start},
		Bundle:      true,
		Splitting:   true,
		Metafile:    true,
		Format:      api.FormatESModule,
		Charset:     api.CharsetUTF8,
		TsconfigRaw: "{}", // looks for none on the disk
		Outdir:      "joined",
		EntryNames:  "start.[hash]",
		ChunkNames:  "[name].[hash]",
		Plugins:     []api.Plugin{{Name: "site", Setup: p.setup}},
	})
	for _, message := range result.Errors {
		return "", fmt.Errorf("%s: %s", name, message.Text)
	}
	for _, out := range result.OutputFiles {
		base := path.Base(strings.ReplaceAll(out.Path, `\`, "/"))
		b.files[folder+base] = newFile(out.Contents, "text/javascript; charset=utf-8", cacheForEver)
	}
	first, err := startOf(result.Metafile)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return folder + first, nil
}

// setup tells esbuild where modules are: at their URL paths, with the content that is served there.
func (p page) setup(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		if args.Kind == api.ResolveJSDynamicImport {
			return p.resolveLazy(args.Path), nil
		}
		return api.OnResolveResult{Path: args.Path, Namespace: namespace}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		module, ok := p.files[args.Path]
		if !ok {
			return api.OnLoadResult{}, fmt.Errorf("%s is no module", args.Path)
		}
		content := string(module.plain)
		return api.OnLoadResult{Contents: &content}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: lazyNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		content, _ := args.PluginData.(string)
		return api.OnLoadResult{Contents: &content}, nil
	})
}

// resolveLazy says what import() of a URL path loads: the page's catalogue in one language for each of its parts, another
// part at its own address, or the module. The module imports the start of the page too, which has run by then: so
// esbuild leaves all that the page has in one file, and does not move into another what both use.
func (p page) resolveLazy(url string) api.OnResolveResult {
	found := partOfCatalogue.FindStringSubmatch(url)
	if found == nil {
		return api.OnResolveResult{
			Path: hashOfModule.ReplaceAllString(strings.TrimPrefix(url, "/assets/"), ""), Namespace: lazyNamespace,
			PluginData: fmt.Sprintf("import %q;\nexport * from %q;\n", p.start, url),
		}
	}
	var imports, merged strings.Builder
	own := false
	for _, part := range p.parts {
		address, ok := p.urls["messages/"+found[1]+"/"+part+".js"]
		if !ok {
			continue // English has no refusals: the server says them
		}
		own = own || address == url
		fmt.Fprintf(&imports, "import %s from %q;\n", part, address)
		fmt.Fprintf(&merged, "...%s, ", part)
	}
	if !own {
		return api.OnResolveResult{Path: url, External: true}
	}
	return api.OnResolveResult{
		Path: found[1], Namespace: lazyNamespace, PluginData: imports.String() + "export default { " + merged.String() + "};\n",
	}
}

// startOf answers the name of the file with which a page starts, from esbuild's account of what it wrote. The file of
// the module that starts the page is empty but for an import where a lazy module has made it a part of another.
func startOf(metafile string) (string, error) {
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
		if !strings.HasPrefix(out.EntryPoint, namespace+":") {
			continue
		}
		if len(out.Inputs) == 0 && len(out.Imports) > 0 {
			name = out.Imports[0].Path
		}
		return path.Base(name), nil
	}
	return "", errors.New("esbuild does not say what starts the page")
}
