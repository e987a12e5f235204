// Package store is the election office: its records, its rules, and the one bbolt file that holds
// them. Its callers see no bbolt type.
//
// Every exported method is one use case and one transaction. It checks all rules before it writes, and it returns
// copies. When it returns nil, a change is on disk. Unexported helpers take the transaction, so that they compose.
//
// The files are named by area, so that a listing of the directory is the map. store.go has Store and its state.
//
//	user*.go      people with an account: registration, admission, signing in, profiles, search, the end
//	roll*.go      the electoral roll: a person, the list, import, who may be the same person, undoing an
//	              import, proxies, presence, member keys, the second fact, sign-ins by another program, a
//	              registrar's slips, the electorate of an election
//	election*.go  elections: questions, candidates, holders of keys, drafts, opening, manifest, the poll book, the
//	              schedule, motions from the floor, second rounds, copies, trials, other ends, the board
//	nomination*.go  members stand, are proposed, and the secretary decides who becomes a candidate
//	vote*.go      voting: who may and who has, papers, answers, sealed ballots, stubs, the queue of commits, the
//	              cast log, witnesses
//	hands.go      motions that tellers count in the hall: recording, correcting, withdrawing
//	paper*.go     printed papers: handing out, and the two entries
//	count*.go     counting: the box, the processes that count, key sheets, results, what is destroyed after
//	mail*.go      e-mail: the server that sends it, invitations, the outbox, what became of each message
//	office*.go    the installation: opening the store, the schema, settings, ids, lists, photos, versions of
//	              records, the audit list, exports, backups, restoring, how long data is kept, erasing it
//	check*.go     is every record of the file consistent?
//
// Packages below it that know no election: boltfile keeps the database file, and kv the tables in it.
// audit keeps the list of what was done. search finds people by name. input checks fields and gathers
// their faults. durable writes files that survive a power cut. keyring keeps secrets outside the
// database. refusal is the catalogue of what is refused, and why.
//
// Packages below it that do: sealing seals and opens ballots, ballotbox makes elections checkable, tally
// counts them, and counter does so in a process of its own. witness watches a log from another computer.
// demo makes a sample organisation. storetest helps tests, and leaktest attacks the secrecy of votes.
//
// # Buckets
//
// An id is 26 characters of base32: eid of an election, uid of a user, cid of a candidate, nid of a nomination, hid of
// a show of hands, pid of a photo, rid of an entry of the electoral roll. Questions have ids too; they stand in the
// record of their election. A time is milliseconds since 1970. Times and all other numbers in keys and counters have 8
// bytes, big-endian.
//
//	bucket                  key                        value                      kept by
//	meta                    "schema"                   version (8 bytes)          migrate
//	meta                    "compact"                  0x01: finishEnds is due    sealCount, finishEnds
//	meta                    "erase"                    time: people were deleted  oweErase, finishEnds
//	meta                    "restored"                 0x01: afterRestore is due  Restore, afterRestore
//	settings                "installation"             JSON                       makeInstallation, SetUp,
//	                                                                              ChangeSettings
//	settings                "mail"                     JSON                       ChangeMail
//	settings                "provider"                 JSON                       ChangeProvider
//	settings                "invited"                  JSON, a list               InviteAdmin and what ends it
//	settings                "portal"                   JSON                       SetPortal
//	counters                active_admins|_voters      number                     userTable
//	counters                applicants                 number                     userTable
//	counters                users_<role>_<status>      number                     userTable
//	counters                roll|roll_weighted|_<state> number                    rollTable
//	counters                mail_<state>               number                     messageTable
//	audit                   number, rising by one      JSON                       package audit
//	audit_by                actor|kind|subject (1),    -                          package audit
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
//	roll_by_key             HMAC of a login hash, or   rid                        rollTable
//	                        of a provider's subject
//	roll_by_member          folded member reference    rid                        rollTable
//	roll_by_user            uid                        rid                        rollTable
//	roll_by_giver           rid who gave their vote    rid who holds it           rollTable
//	roll_by_name            folded last name (32) rid  -                          rollTable
//	roll_by_word            folded word (24) rid       hint of all words (16)     rollTable
//	roll_words              rid                        folded words, by spaces    rollTable
//	roll_by_state           state (2), name (32) rid   -                          rollTable
//	roll_by_person          sorted words (32) rid      -                          rollTable
//	roll_undo               rid, or "import"           JSON                       an import
//	slips                   aid                        JSON                       slipsTable
//	slip_people             aid rid                    weight (8), rid of who     putLists
//	                                                   holds their vote
//	slip_lists              aid, number of an election lines, see appendList      putLists
//	electorates             eid > rid                  frozenElector (JSON)       freezeRoll
//	electors_by_name        eid > folded last name     folded words, by spaces    freezeRoll
//	                        (32) rid
//	spent_tokens            expiry id of a token, or   -                          spend
//	                        of a session that its user
//	                        ended
//	elections               eid                        JSON                       electionTable
//	elections_by_created    time eid                   -                          electionTable
//	elections_by_status     status (1) time eid        -                          electionTable
//	assemblies              aid                        JSON                       assemblyTable
//	assemblies_by_created   time aid                   -                          assemblyTable
//	assemblies_by_invitation HMAC of a holder's token  aid                        assemblyTable
//	assembly_keys           aid, number of a holder    public keys 0 to 30        Assembly.putKeys
//	candidates              cid                        JSON                       candidateTable
//	candidates_by_question  eid question position (2)  -                          candidateTable
//	                        cid
//	calls                   eid                        JSON                       callTable
//	nominations             nid                        JSON                       nominationTable
//	nominations_by_question eid question nid           -                          nominationTable
//	nominations_by_person   rid of who stands, or of   -                          nominationTable
//	                        who proposes them, nid
//	hands                   hid                        JSON                       handsTable
//	hands_by_day            day (10) time hid          -                          handsTable
//	photos                  pid                        JSON                       photoTable
//	photo_data              pid                        the image                  replacePhoto
//	solids                  cid                        GLB                        putSolid
//	voted                   eid > uid, or rid with a   0x01, or 0x02 if who       ballot.put,
//	                        frozen roll                holds their vote cast it;  HandOutPaper
//	                                                   0x03, nonce with a paper
//	sealed                  eid > SHA-256 of the       class (2), tag,            ballot.put, until the end
//	                        sealed ballot              commitment, sealed ballot  or, where it stays, DropDue
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
//	poll_lines              eid > line                 class (2), public keys     freezePollBook
//	poll_keys               eid > public key           line, its place there (1)  freezePollBook
//	stubs                   eid > line                 place of the key (1),      ballot.put
//	                                                   bound hash, signature
//	counted                 eid > leaves|codes|...     see count_seal.go          endBox, sealCount
//	results                 eid                        JSON with its seal         sealCount
//	paper_entry             eid > round (1), reference marks, none if invalid     EnterPaper
//	                        (4)
//
// "eid > x" is a bucket for each election, with the keys x. A voter's mark in voted has no time, no
// order and no key of a ballot. A sealed ballot has no voter: its tag is a hash of the voter's id and
// of a pad that only the voter keeps. A stub names neither a voter nor a ballot: its bound hash is of
// the ballot's leaf and of another such pad, and whose a line of the poll book is only the registrar
// knows. The keys that open the ballots are with their holders or, in the custody of the server, in a
// file next to the database, see keyring.
package store
