// Package handlers is the HTTP side of the election office: parse, authorise,
// one call of the store, render. It knows no rule of an election.
//
//	routes.go      the whole API on one screen
//	router.go      from a request to its route, access checked on the way
//	middleware.go  request ids, panics, the log, whose address it is
//	server.go      what a server is made of
//	serve.go       the listener's life: time-outs, closing elections on time, draining
//	control.go     the socket by which commands reach a running server
//	request.go     bodies, images and pages of lists, read strictly
//	respond.go     answers and their shapes (views.go)
//	problem.go     every error's code and status
//	token.go       signed tokens: of sessions, and of cards that were read
//	policy.go      by what voters are admitted, and what a refusal tells
//	register.go    registration; verify.go and reading.go: a card is read and registered with
//	roll*.go       the electoral roll: import, search, export; slips.go prints its keys
//	metrics.go     what is counted
//	openapi.yaml   the API described, field by field
//	cors.go        which paths are open to pages of any origin
//	pace.go        deadlines that move with large files
//	upload.go      the form of a conversion, streamed into one buffer
//
// The rest is a file a resource: session, register, elections, candidates,
// users, profile, voting, service, convert, files, events. Below: password hashes passwords, limit
// slows down those who ask too often, picture makes uploaded photos harmless.
package handlers
