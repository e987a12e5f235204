// Package handlers is the HTTP side of the election office: parse, authorise,
// one call of the store, render. It knows no rule of an election.
//
//	routes.go       the whole API on one screen
//	router.go       from a request to its route; who may use it is checked on the way
//	middleware.go   request ids, panics, the log, whose address it is, pages of other origins
//	server.go       what a server is made of
//	serve.go        the listener's life: time-outs, closing elections on time, draining
//	control.go      the socket by which commands reach a running server
//	request.go      bodies, parameters and pages of lists
//	cursor.go       cursors of lists, encrypted
//	json.go         JSON objects, read strictly
//	images.go       uploaded images
//	respond.go      answers; views.go has their shapes
//	problem.go      every error's code and status
//	token.go        signed tokens: of sessions, and of cards that were read
//	register.go     registration
//	verify.go       photographs of cards
//	session.go      signing in and out, passwords, set-up
//	users.go        people and their photos; the audit list
//	roll.go         the electoral roll
//	elections.go    elections; candidates.go has their candidates
//	voting.go       what a voter does
//	board.go        what anyone may read of an election
//	safekeeping.go  backups and recovery sheets through the API
//	service.go      what this server is, how it is, and the API document
//	openapi.yaml    the API described, field by field
//	metrics.go      what is counted
//	convert.go      conversions; convert_views.go has the shapes of their answers
//	upload.go       the form of a conversion, streamed into one buffer
//	pace.go         deadlines that move with large files
//	files.go        converted files
//	events.go       the course of a conversion as events
//
// Below: registrar decides who is admitted, command has the subcommands, password hashes passwords, limit slows
// down those who ask too often, picture makes uploaded photos harmless, e2e
// tests the whole program.
package handlers
