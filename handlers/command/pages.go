package command

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"ostrakon/store/words"
	"ostrakon/web"
)

const (
	maxPage      = 8 << 20 // of one page or module, in bytes
	maxPagesTime = 10 * time.Minute
	maxTold      = 20 // paths that are listed
)

const pagesHelp = `
Run this on another computer than the server's, with a binary of the same version that you got from elsewhere. It asks
the server at URL for every page, picture and module that this binary has, and compares their SHA-256. The exit code is
0 if all are the same, and 1 otherwise.

It sees what the server gives to this computer at this moment: a dishonest server can give other pages to someone else.
`

// Pages compares the pages and modules that a server serves with those of this binary.
func Pages(ctx context.Context, a *App, args []string) error {
	f := a.flags("pages", "URL")
	f.more = pagesHelp
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	server, err := newBoardClient(rest[0])
	if err != nil {
		return UsageError{err}
	}
	site, err := web.New(words.Files())
	if err != nil {
		return err
	}
	own, err := site.Contents()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, maxPagesTime)
	defer cancel()
	found, err := comparePages(ctx, server, own)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		fmt.Fprintf(a.Stdout, "The %d pages and modules of %s are those of this binary.\n", len(own), server.base)
		return nil
	}
	slices.Sort(found)
	for _, line := range found[:min(len(found), maxTold)] {
		fmt.Fprintln(a.Stdout, line)
	}
	if others := len(found) - maxTold; others > 0 {
		fmt.Fprintf(a.Stdout, "and %d others\n", others)
	}
	return fmt.Errorf("%s does not serve the pages and modules of this binary: %s", server.base, countLines(found))
}

// Kinds of a difference, which begin its line.
const (
	pageDiffers = "differs"
	pageMissing = "missing"
	pageMore    = "more"
)

// assetPath matches the URL path of a module or a stylesheet in a page.
var assetPath = regexp.MustCompile(`/assets/[0-9a-z]+/[0-9A-Za-z_./-]+`)

// comparePages asks a server for all that this binary serves, and returns a line for each path that differs, is missing
// or is named by a page of the server alone. Errors: a server that does not answer.
func comparePages(ctx context.Context, server *boardClient, own map[string][]byte) (lines []string, err error) {
	more := make(map[string]bool)
	for _, path := range slices.Sorted(maps.Keys(own)) {
		served, err := server.ask(ctx, http.MethodGet, server.base.JoinPath(path), nil, maxPage)
		if _, refused := errors.AsType[*statusError](err); refused {
			lines = append(lines, pageMissing+"  "+path)
			continue
		}
		if err != nil {
			return nil, err
		}
		if sha256.Sum256(served) == sha256.Sum256(own[path]) {
			continue
		}
		lines = append(lines, pageDiffers+"  "+path)
		for _, named := range assetPath.FindAllString(string(served), -1) {
			more[named] = own[named] == nil
		}
	}
	for path, isMore := range more {
		if isMore {
			lines = append(lines, pageMore+"     "+path)
		}
	}
	return lines, nil
}

// countLines says how many paths differ, are missing and are more.
func countLines(lines []string) string {
	var parts []string
	for _, kind := range []string{pageDiffers, pageMissing, pageMore} {
		n := 0
		for _, line := range lines {
			if strings.HasPrefix(line, kind+" ") {
				n++
			}
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, kind))
	}
	return strings.Join(parts, ", ")
}
