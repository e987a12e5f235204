// Package store is the election office: its records, its rules, and the one bbolt file that holds
// them. Its callers see no bbolt type.
//
// Every exported method is one use case and one transaction. It checks all rules before it writes,
// and it returns copies. When it returns nil, a change is on disk. Unexported helpers take the
// transaction, so that they compose.
//
// The files, from the bottom up. A file calls only files above it in this list; Store alone, in
// store.go, has fields of types that come later.
//
//	schema.go            the names of the buckets
//	ids.go               ids of each kind of record
//	page.go              lists and their pages
//	validate.go          limits of fields
//	memberkey.go         keys printed on slips
//	fault.go             damage of the database file, in words
//	file.go              the database file: opening, copying
//	mode_*.go            who may enter the data directory, by operating system
//	allocate_*.go        the room that it takes from the start, by operating system
//	pending.go           ballots that are not in the cast log yet
//	store.go             Store and its state
//	commit.go            its transactions; a disk that fails or is full
//	settings.go          the installation: its record, what a change may hold
//	audit.go             who did what
//	identity.go          what is kept of identity numbers
//	compact.go           work after a count: keys destroyed, the file compacted
//
//	photo.go             images of users and candidates
//	solid.go             solids of candidates
//	user.go              users: their record, and what is kept about their admission
//	candidate.go         candidates: their record
//	question.go          questions: their rules
//	election.go          elections: their record
//	roll.go              the electoral roll: its record
//	roll_list.go         its list
//	result.go            results: their record
//	mail_settings.go     through which server e-mail goes
//	outbox.go            the queue of e-mail: its records, its list
//	reset.go             links to choose a new password
//	migrate.go           versions of the schema
//
//	settings_change.go   changes of the settings, the logo
//	account.go           administrators, signing in
//	user_change.go       changes of a user
//	user_photo.go        photos of users
//	user_search.go       search for users
//	register.go          registration
//	roll_proxy.go        who votes for whom
//	roll_line.go         a person of the roll as somebody says they are: checked, matched, recorded
//	roll_import.go       import of the roll
//	roll_edit.go         people of the roll one by one, who is present
//	electorate.go        the roll, frozen for an election
//	export.go            exports of the roll and of electorates, how many an open election saw
//	backup.go            backup and restore
//	stats.go             how long votes take, and how large the file is
//	replace.go           restore over a database that is there
//	voter.go             who may vote, and who has voted
//	voter_list.go        lists of them
//	invite.go            invitations and reminders by e-mail
//	outbox_send.go       which message is due, and what came of it
//	user_delete.go       the end of an account
//	paper.go             the papers that a voter may cast
//	admission.go         admission by an administrator
//	roll_change.go       removal from the roll
//	roll_key.go          keys on slips and in links: new ones, signing in with one
//	question_change.go   questions of a draft
//	candidate_change.go  candidates of a draft
//	candidate_photo.go   their photos and solids
//	election_list.go     elections as administrators and voters see them
//	election_change.go   changes of a draft
//	motion.go            motions from the floor: made and opened in one step
//	holder.go            who holds the keys of an election, and their invitations
//	opening.go           what is settled when an election opens; warnings before it
//	manifest.go          what is frozen when an election opens; its key
//
//	ballot.go            a ballot on its way to the file
//	queue.go             votes committed in groups
//	answers.go           what a voter marked, judged
//	vote.go              casting a vote
//	castlog.go           the cast log and its epochs
//	witness.go           witnesses, and their cosignatures
//	election_status.go   opening and closing an election
//	count_seal.go        the end of a box; a count, as stored
//	result_view.go       a count, as shown
//	count.go             the box, and counts of it
//	count_run.go         counts in processes of their own, and their sheets
//	key_import.go        the key of an election from its key sheet
//	election_end.go      another end, cancelling
//	restored.go          what a restored backup stops, and going on after it
//	schedule.go          elections that open, close and are counted by themselves
//	second_round.go      an election between those whom a question has left
//	duplicate.go         an election like another
//	trial.go             whether an election was previewed or rehearsed
//	board.go             what anyone may read
//	check_box.go         is a ballot box consistent?
//	check.go             is the whole file consistent?
//	open.go              opening and closing a store, its secrets
//
// Packages below it: kv knows bbolt and no election. directory finds people by name. durable writes
// files that survive a power cut. sealing seals and opens ballots, ballotbox makes elections
// checkable, tally counts them, and counter does so in a process of its own. keyring keeps secrets
// outside the database. witness watches a log from another computer. refusal is the catalogue of
// what is refused, and why. demo makes a sample organisation. storetest helps tests, and leaktest
// attacks the secrecy of votes.
//
// # Buckets
//
// An id is 26 characters of base32: eid of an election, uid of a user, cid of a candidate, pid of a
// photo, rid of an entry of the electoral roll. Questions have ids too; they stand in the record of
// their election. A time is milliseconds since 1970. Times and all
// other numbers in keys and counters have 8 bytes, big-endian.
//
//	bucket                  key                        value                      kept by
//	meta                    "schema"                   version (8 bytes)          migrate
//	meta                    "compact"                  0x01: finishEnds is due  sealCount, compact
//	meta                    "restored"                 0x01: afterRestore is due  Restore, afterRestore
//	settings                "installation"             JSON                       makeInstallation, SetUp,
//	                                                                              ChangeSettings
//	settings                "mail"                     JSON                       ChangeMail
//	counters                active_admins|_voters      number                     userTable
//	counters                applicants                 number                     userTable
//	counters                users_<role>_<status>      number                     userTable
//	counters                roll|roll_weighted|_<state> number                    rollTable
//	counters                mail_<state>               number                     messageTable
//	audit                   number, rising by one      JSON                       auditTable
//	audit_by                actor|kind|subject (1),    -                          auditTable
//	                        its name (26), number
//	users                   uid                        JSON                       userTable
//	users_by_email          folded address             uid                        userTable
//	users_by_identity       HMAC of the number (32)    uid                        userTable
//	users_by_name           folded name (32) uid       -                          userTable
//	users_by_word           folded word (24) uid       hint of all words (16)     userTable
//	user_words              uid                        folded words, by spaces    userTable
//	users_by_kind           role, status, name (32)    -                          userTable
//	                        uid; either may be any
//	applicants              folded name (32) uid       -                          userTable
//	voters                  uid of an active voter     rid of the roll, or 0x01   userTable
//	roll                    rid                        JSON                       rollTable
//	roll_by_identity        HMAC of the number (32)    rid                        rollTable
//	roll_by_key             HMAC of a member key       rid                        rollTable
//	roll_by_member          folded member reference    rid                        rollTable
//	roll_by_user            uid                        rid                        rollTable
//	roll_by_giver           rid who gave their vote    rid who holds it           rollTable
//	roll_by_name            folded name (32) rid       -                          rollTable
//	roll_by_word            folded word (24) rid       hint of all words (16)     rollTable
//	roll_words              rid                        folded words, by spaces    rollTable
//	roll_by_state           state (2), name (32) rid   -                          rollTable
//	electorates             eid > rid                  elector (JSON)             freezeRoll
//	spent_tokens            expiry token id            -                          spend
//	elections               eid                        JSON                       electionTable
//	elections_by_created    time eid                   -                          electionTable
//	elections_by_status     status (1) time eid        -                          electionTable
//	elections_by_invitation HMAC of a holder's token   eid                        electionTable
//	candidates              cid                        JSON                       candidateTable
//	candidates_by_question  eid question position (2)  -                          candidateTable
//	                        cid
//	photos                  pid                        JSON                       photoTable
//	photo_data              pid                        the image                  replacePhoto
//	solids                  cid                        GLB                        putSolid
//	voted                   eid > uid, or rid with a   0x01                       ballot.put
//	                        frozen roll
//	sealed                  eid > SHA-256 of the       weight (4), tag (32),      ballot.put, until the end
//	                        sealed ballot              sealed ballot
//	turnout                 eid                        number of ballots          ballot.put
//	outbox                  number, rising by one      JSON                       messageTable
//	outbox_by_state         state (1), number          -                          messageTable
//	outbox_by_person        uid or rid, eid or zeros,  -                          messageTable
//	                        kind (3), state (1),
//	                        number
//	outbox_due              time number                -                          messageTable
//	outbox_by_batch         batch, number              -                          messageTable
//	outbox_batches          number, rising by one      JSON                       Invite
//	resets                  uid                        JSON                       resetTable
//	resets_by_token         HMAC of the token          uid                        resetTable
//	manifests               eid                        canonical JSON             freeze
//	log_tree                eid > number               hash, as tlog stores them  appendEpoch
//	log_leaves              eid > leaf (32)            place in the log           appendEpoch
//	checkpoints             eid > size of the log      signed note                appendEpoch,
//	                                                                              AddCosignature
//	counted                 eid > leaves|codes|...     see count_seal.go          endBox, sealCount
//	results                 eid                        JSON with its seal         sealCount
//
// "eid > x" is a bucket for each election, with the keys x. A voter's mark in voted has no time, no
// order and no key of a ballot. A sealed ballot has no voter: its tag is a hash of the voter's id and
// of a pad that only the voter keeps. The keys that open the ballots are with their holders or, in the
// custody of the server, in a file next to the database, see keyring.
package store
