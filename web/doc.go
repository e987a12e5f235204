// Package web serves the pages of Ostrakon: the voters' page and what it loads, embedded in the binary.
//
// There is no build step and no code of anyone else's: static holds the files as they are written, and the page that
// casts a ballot loads only those. New reads them once, at start:
//
//	static/index.html     /                          no-cache, ETag
//	static/favicon.svg    /favicon.svg               one day, ETag
//	static/404.html       every unknown path         no-cache, status 404
//	static/dir/name.ext   /assets/dir/name.hash.ext  for ever: the name changes when the content does
//
// A file refers to another by a relative path in double quotes that begins with ./ or ../ ("./lib/dom.js"), in HTML,
// CSS and JavaScript alike; New replaces each with the hashed path. So a quoted string of that form is always a
// reference: one that leads nowhere, or a circle of files, is an error at start and not a broken page later.
//
// The pages run under a Content-Security-Policy without exceptions for inline script or style. They speak to the API
// of the same origin and keep the sign-in token in the tab (memory and sessionStorage), nowhere else.
//
//	static/app.js         starts the page: header, routes, session and connection events
//	static/lib/           what any page may use: DOM, API client, session, router, forms, states, words for numbers
//	static/views/         one file a view; a view is a function that returns the nodes to show
//	static/style.css      tokens first (colours, type, space), then layout, then components
package web
