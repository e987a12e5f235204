// Package web serves the pages of Ostrakon and what they load, embedded in the binary.
//
// There is no step before go build: static holds the files as they are written. New reads them once, at start
// (build.go), and a Site answers requests (web.go) and lists what it serves (contents.go):
//
//	static/index.html     /                    no-cache, ETag: voters
//	static/admin.html     /admin               the like: administrators
//	static/convert.html   /convert             the like: makers
//	static/board.html     /board, /board/<id>  the like: anyone who checks an election
//	static/docs.html      /docs                the like: authors of programs that use the API
//	static/view.html      /view                the like: other sites, in a frame
//	static/registrar.html /registrar.html      the like, to save: the registrar of a poll book (saved.go)
//	static/name.svg       /name.svg            one day, ETag: pictures
//	static/404.html       every unknown path   no-cache, status 404
//	static/parts/         nowhere              what pages have in common
//	static/style/         /assets/<hash>/style/page.css  for ever: what a page needs of them, joined
//	static/dir/name.js    /assets/<hash>/dir/name.js     for ever: modules, as they are written
//	words/en/part.json    /assets/<hash>/words/en/part.js  for ever: a part of the words in a language, as a module
//	modules of a page     /assets/<hash>/joined/page.*   for ever: one file, and one for each language and each import()
//
// The hash covers all files, so modules import each other by relative paths as they are written, and a page that was
// loaded from one build never gets a module of another. A worker, named *_worker.js, is joined as a page is.
//
// In a page, New replaces ${include name.html} by that file of static/parts, ${style tokens base} by the URL path of
// these files of static/style in one, ${start module.js} by that of the module joined with all that it imports, ${words
// key} by a paragraph in each language, and ${languages part} by the codes of the languages that have a part of the
// words. A page that names a file which is not there is an error at start and not a broken page later.
//
// A Site joins the modules of a page when the page is first asked for (join.go), so that a page takes few requests: as
// files of their own the voters' page takes 50 and a ballot 104, which on a slow phone is twice as long. Joined code
// keeps its lines and names, and says above each module's code which module it is.
//
// The pages run under a Content-Security-Policy without exceptions for inline script or style. Only the registrar's
// page has its stylesheet and modules inside, since it must work from a disk: its own policy names them by their
// hashes, and lets it fetch nothing. The others speak to the API of the same origin and keep the sign-in token in the
// tab (memory and sessionStorage), nowhere else.
//
//	static/<page>.js      starts a page: its parts of the words, and which view a route shows
//	static/lib/           what any page may use: shell.js (masthead, session, start), router.js, api.js, dom.js, …
//	static/views/<page>/  one file a view; a view is a function that returns the nodes to show
//	static/views/result/  what three pages show of a count; its words are the part "outcome"
//	../store/words/       every word for people, <language>/<part>.json: one part a page, one for all, and some that
//	                      come later; catalogue.go makes modules of them
//	types/                what the type checker needs beside the modules: the shapes of the API and of what modules
//	                      share; tsconfig.json makes it strict, and nothing of it is embedded
//	package.json          tells Node.js that the modules are modules, for the tests that run them; not embedded either
//	slips.go              the page of slips that "ostrakon slips" writes, in the words and with the looks of the pages
//	static/style/         a layer a file: tokens (colours, type, space), then base, then components, then pages
//
// No word for people is in the code. The key of a text is a whole string there; a comment that begins with "keys:"
// names the keys that code puts together (keys: shell.problem.*). The tests hold code and words together both ways.
package web
