package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// registrarURL is the page of the registrar, who makes slips away from the server. Browsers save it and do not show it.
const registrarURL = "/registrar.html"

// saved returns a page that works from a disk without a network: its stylesheet and its modules are in the page itself.
// It is the one exception from the rule that no page has inline code. The page's own policy lets nothing run but this
// very code, and nothing be sent or fetched at all.
func (b *builder) saved(name string) (*file, error) {
	own := builder{site: b.site, sources: b.sources, languages: b.languages} // keeps the errors of this page to itself
	f := own.page(name)
	f.download = true
	return f, own.err
}

// inside returns a module with all that it imports and files of static/style, to be inside a page, after a policy for
// them.
func (b *builder) inside(argument string) string {
	module, styles, _ := strings.Cut(argument, " ")
	style := b.styles(styles)
	script, err := b.joinWhole(module)
	if err != nil {
		b.fail("%s: %w", module, err)
	}
	if strings.Contains(style, "</style") || strings.Contains(script, "</script") || strings.Contains(script, "<!--") {
		b.fail("%s: its text would end the element that it is in", module)
	}
	policy := fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; "+
		"form-action 'none'", sourceHash(script), sourceHash(style))
	return `<meta http-equiv="Content-Security-Policy" content="` + policy + "\">\n" +
		"  <style>" + style + "</style>\n" +
		`  <script type="module">` + script + "</script>"
}

// sourceHash is how a policy names the text of an inline element.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// joinWhole puts a module and all that it imports into one text, with the page's parts of the catalogue in all
// languages.
func (b *builder) joinWhole(name string) (string, error) {
	j := b.joinedOf(name)
	j.inOne = true
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{name},
		Bundle:      true,
		Format:      api.FormatESModule,
		Charset:     api.CharsetUTF8,
		TsconfigRaw: "{}", // looks for none on the disk
		Outdir:      "joined",
		Plugins:     []api.Plugin{{Name: "site", Setup: j.setupWhole}},
	})
	for _, message := range result.Errors {
		return "", fmt.Errorf("web: %s: %s", name, message.Text)
	}
	return string(result.OutputFiles[0].Contents), nil
}

// setupWhole tells esbuild where modules are, for a page in one file.
func (j joined) setupWhole(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		name := resolved(args)
		if language, ok := strings.CutPrefix(name, wordsFolder); ok && args.Kind == api.ResolveJSDynamicImport {
			return api.OnResolveResult{Path: language, Namespace: lazyModule, PluginData: j.ownWords(language)}, nil
		}
		if args.Kind == api.ResolveJSDynamicImport {
			return api.OnResolveResult{Path: name, Namespace: lazyModule, PluginData: "export default {};\n"}, nil
		}
		return api.OnResolveResult{Path: name, Namespace: writtenModule}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*"}, j.load)
}
