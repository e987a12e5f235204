// Package store is the election office: its records, its rules and the one
// bbolt file that holds them. No bbolt type leaves it.
//
// Every exported method is one use case and one transaction: it checks all
// rules before it writes, returns copies, and when it returns nil a change is
// on disk. Unexported helpers take the transaction, so that they compose.
//
//	store.go     Open and Close, transactions      user*.go       users, search, changes
//	register.go  registration, its policy          admission.go   applications, decisions by hand
//	roll*.go     the electoral roll, its import    electorate.go  a roll frozen for an election
//	directory.go search by name and words          memberkey.go   keys printed on slips
//	schema.go    names of buckets, key parts       election.go    elections and their course
//	codec.go     records as JSON, counters         candidate.go   candidates
//	index.go     indexes and their verification    photo.go       images of both
//	page.go      lists and cursors                 ballot.go      casting a vote
//	migrate.go   schema versions                   queue.go       group commit of votes
//	validate.go  limits of fields                  result.go      opening, counting, sealing
//	errors.go    every rule that can be broken     audit.go       who did what
//	verify*.go   is all of it consistent           manifest.go    what opens with an election
//	castlog.go   the cast log and its epochs       board.go       what anyone may read
//	compact.go   work after a count, copies        backup.go      backup, restore, check
//
// Below it: durable writes files that survive a power cut, ballotbox seals and opens ballots, tally counts them, keyring keeps
// secrets outside the file, fault words what is wrong with a field, demo makes a
// sample organisation, storetest helps tests.
//
// # Buckets
//
// Ids are 26 characters of base32; eid, uid, cid, pid, rid name an election, user,
// candidate, photo, entry of the electoral roll. Times are milliseconds since 1970 in 8 bytes, big endian,
// as all numbers in keys and counters.
//
//	bucket                  key                        value                      kept by
//	meta                    "schema"                   version (8 bytes)          migrate
//	meta                    "compact"                  0x01: finishCounts is due  sealCount, compact
//	settings                "installation"             JSON                       found, SetUp
//	counters                active_admins|_voters      number                     putUser
//	counters                applicants                 number                     putUser
//	counters                roll|roll_registered       number                     putEntry
//	audit                   number, rising by one      JSON                       audit
//	users                   uid                        JSON                       putUser
//	users_by_email          folded address             uid                        putUser
//	users_by_identity       HMAC of the number (32)    uid                        putUser
//	users_by_name           folded name (32) uid       -                          putUser
//	users_by_word           folded word (24) uid       hint of all words (16)     putUser
//	user_words              uid                        folded words, by spaces    putUser
//	applicants              folded name (32) uid       -                          putUser
//	voters                  uid of an active voter     rid of the roll, or 0x01   putUser
//	roll                    rid                        JSON                       putEntry
//	roll_by_identity        HMAC of the number (32)    rid                        putEntry
//	roll_by_key             HMAC of the member key     rid                        putEntry
//	roll_by_member          folded member reference    rid                        putEntry
//	roll_by_user            uid                        rid                        putEntry
//	roll_by_name            folded name (32) rid       -                          putEntry
//	roll_by_word            folded word (24) rid       hint of all words (16)     putEntry
//	roll_words              rid                        folded words, by spaces    putEntry
//	electorates             eid > rid                  elector (JSON)             freezeRoll
//	spent_tokens            expiry token id            -                          spend
//	elections               eid                        JSON                       putElection
//	elections_by_created    time eid                   -                          putElection
//	elections_by_status     status (1) time eid        -                          putElection
//	candidates              cid                        JSON                       putCandidate
//	candidates_by_election  eid position (2) cid       -                          putCandidate
//	photos                  pid                        JSON                       replacePhoto
//	photo_data              pid                        the image                  replacePhoto
//	voted                   eid > uid                  0x01                       ballot.put
//	sealed                  eid > leaf (32)            sealed ballot              ballot.put, until the count
//	turnout                 eid                        number of ballots          ballot.put
//	manifests               eid                        canonical JSON             freeze
//	log_tree                eid > number               hash, as tlog stores them  appendEpoch
//	log_leaves              eid > leaf (32)            place in the log           appendEpoch
//	checkpoints             eid > size of the log      signed note                appendEpoch
//	counted                 eid > ballots|codes|...    see result.go              sealCount
//	results                 eid                        JSON with its seal         sealCount
//
// (eid > x: a bucket of its own for each election.) A voter's mark in voted
// has no time, no order and no ballot's key; a sealed ballot has no voter.
// The key that opens ballots is a file beside the database, see keyring.
package store
