// Package handlers is the HTTP side of the election office. A handler parses a request, checks who may do this, makes
// one call of the store, and renders the result. The rules of elections are in store, those of admission in registrar.
//
//	routes.go       the whole API on one screen
//	router.go       from a request to its route; who may use it is checked on the way
//	middleware.go   request ids, panics, whose address it is, pages of other origins
//	packed.go       which answers are compressed, and why no others
//	log.go          the log, which does not say who voted when
//	server.go       Server, its options and limits
//	serve.go        Run: time-outs, closing elections on time, letting requests finish
//	behind.go       signs of a proxy that does not say whose requests it passes on
//	crowded.go      what is said when clients hold all the room for connections
//	control.go      the socket through which commands reach a running server
//	images.go       images: received, refused and answered
//	views.go        the shapes of answers
//	token.go        signed tokens: for sessions, and for cards that were read
//	versions.go     If-Match: no change is lost to a change that its maker had not seen
//	register.go     registration
//	verify.go       photos of cards
//	session.go      signing in and out, passwords, set-up
//	provider.go     signing in with the provider of the organisation, and its settings
//	portal.go       signing in by a link of the members' portal; package portal reads links
//	reset.go        forgotten passwords; the end of an account
//	admins.go       invitations of administrators
//	models.go       converted models that are kept
//	mail.go         e-mail: its settings, its queue, invitations
//	users.go        people and their photos; the audit log
//	owndata.go      what is kept of a person, for that person
//	roll.go         the electoral roll and its exports; rollimport.go has its import, rollentries.go its people
//	voters.go       who may vote in an election, and who has
//	elections.go    elections; questions.go and candidates.go have what is on their papers
//	solids.go       candidates that are solids
//	hands.go        motions that tellers count in the hall
//	nominations.go  who stands, is proposed, and is admitted before an election opens
//	motions.go      motions from the floor
//	rehearsal.go    a second server, where an election is tried out
//	voting.go       what a voter does
//	outlines.go     lists and turnouts that pages ask for every few seconds
//	holders.go      holders of keys and their invitations
//	slips.go        slips of a registrar, and the poll book
//	papers.go       printed papers: handing out, and the two entries
//	count.go        counts by sheets, the ballot box, the counts of tables
//	board.go        the bulletin board
//	bundles.go      bundles of counted elections, which are kept for a while
//	witness.go      witnesses of the log, and their cosignatures
//	safekeeping.go  backups through the API
//	settings.go     settings of the installation, its logo
//	service.go      about this server and its network
//	room.go         a second door, for the local network
//	alerts.go       what administrators should know about the machine
//	stats.go        how the server works, for metrics and the command line
//	clock.go        a clock that cannot be right
//	openapi.yaml    describes the API; openapi.go fills in what follows from routes and refusals
//	metrics.go      counts for Prometheus; metrichelp.go says what each is
//
// Packages below:
//
//	rest       requests, answers and problems
//	makers     the API of conversions; jobs runs them in processes of its own, models keeps some
//	registrar  who is admitted
//	mailer     e-mail that is sent
//	command    the subcommands
//	password   hashes of passwords
//	openid     OpenID Connect with the provider of the organisation
//	limit      clients that ask too often
//	listen     addresses and certificates
//	picture    uploaded photos, made harmless
//	worker     child processes; reading cards
//	backups    backups by themselves
//	portal     signed links of a members' portal
//	licences   the licences of the code of others
//	e2e        tests of the whole program
//	attack     tests that try to learn choices and to forge counts
package handlers
