// Package web serves the pages of Ostrakon and what they load, embedded in the binary.
//
// There is no step before go build and no code of anyone else's: static holds the files as they are written. New reads
// them once, at start (build.go), and a Site answers requests (web.go):
//
//	static/index.html     /                          no-cache, ETag: voters
//	static/admin.html     /admin                     the like: administrators
//	static/convert.html   /convert                   the like: makers
//	static/board.html     /board, /board/<id>        the like: anyone who checks an election
//	static/docs.html      /docs                      the like: who writes a program against the API
//	static/favicon.svg    /favicon.svg               one day, ETag
//	static/404.html       every unknown path         no-cache, status 404
//	static/parts/         nowhere                    what pages have in common
//	static/dir/name.ext   /assets/dir/name.hash.ext  for ever: the name changes when the content does
//	the modules of page   /assets/joined/page/       for ever: start or chunk, a file a language, a file for each import(); workers the like
//
// A line <!-- include name.html --> of a page is replaced by that file of static/parts. A line <p data-words="key"></p> is
// replaced by a paragraph for each language. The line that starts a page's module starts instead the file into which New
// joins it and all that it imports (join.go), so that a page takes few requests. Joined code keeps its lines and names, and
// says above each module's code at which address the module is served as it is written, with its comments.
//
// A file refers to another by a relative path in double quotes that begins with ./ or ../ ("./lib/dom.js"), in HTML,
// CSS and JavaScript alike; New replaces each with the hashed path, and in CSS with the picture itself. So a quoted
// string of that form is always a reference: one that leads nowhere, or a circle of files, is an error at start and not
// a broken page later.
//
// The pages run under a Content-Security-Policy without exceptions for inline script or style. They speak to the API
// of the same origin and keep the sign-in token in the tab (memory and sessionStorage), nowhere else.
//
//	static/<page>.js      starts a page: its part of the catalogue, and which view a route shows
//	static/lib/           what any page may use: shell.js (masthead, session, start), router.js, api.js, dom.js, form.js, …
//	static/views/<page>/  one file a view; a view is a function that returns the nodes to show
//	static/views/result/  what three pages show of a count; its words are the part "outcome"
//	static/messages/      the catalogue: every word for people, <language>/<part>.js, one part a page and one for all;
//	                      index.js lists the languages, <language>/index.js the parts
//	types/                what the type checker needs beside the modules: the shapes of the API and of what modules share;
//	                      tsconfig.json makes it strict, and nothing of it is embedded
//	package.json          tells Node.js that the modules are modules, for the tests that run them; not embedded either
//	static/style.css      tokens first (colours, type, space), then layout, then components, then each page
//
// No word for people is in the code. A key of the catalogue is a whole string there; keys that code puts together are named
// in a comment that begins with "keys:" (keys: shell.problem.*). The tests hold code and catalogue together both ways.
package web
