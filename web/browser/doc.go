// Package browser has no code but tests: they use the pages as people do, in Chromium, against the real program.
//
// It is a module of its own, so that what drives the browser is no dependency of the program:
//
//	cd web/browser && go test -count=1
//
// Without -count=1 a result may be an old one: Go does not see that the program has changed.
//
// The tests need Chromium in the PATH, and axe-core, which judges accessibility: OSTRAKON_NODE_MODULES names the
// node_modules directory that has it. Debian's chromium-headless-shell beside Chromium takes two thirds of the time;
// OSTRAKON_CHROMIUM names another browser. What is missing is said, and what needs it is left out; with CI=true it
// is an error instead. With -artifacts, go test keeps pictures of the pages of a test that fails.
// OSTRAKON_SCREENSHOTS names a directory for pictures of states that the tests come to.
// OSTRAKON_TOUR names one for pictures of all pages and states, in all languages: go test -count=1 -run Tour
// OSTRAKON_SEAL_AIMS, when set, lets a test fail where sealing takes too long; see .ci/long.
//
//	main_test.go    the program is built once; what else is needed is looked for
//	server_test.go  the program as a process of its own on a fresh directory, and its API for what a test takes as given
//	page_test.go    a browser, and a page of it at the size of a phone or of a desktop
//	act_test.go     what people do: click, tap, type, choose a file; things are found by role and name, as a screen
//	reader tells them
//	guard_test.go   what no page may do in any test: log an error, break its policy, ask another origin
//	judge_test.go   axe-core on what is shown, in both colour schemes
//	stops_test.go   what there is to see on a tour, and what the sample organisation needs for it
//	provider_world_test.go  a provider of OpenID Connect, which runs in the test
//	words_test.go   the message catalogue, which tells a test what to look for
//
// The other files are the tests, one subject each.
package browser
