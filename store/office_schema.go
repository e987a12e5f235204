package store

import (
	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/boltfile"
	"ostrakon/store/kv"
)

// The buckets; doc.go says what each of them holds.
var (
	bucketMeta     = []byte("meta")
	bucketSettings = []byte("settings")
	bucketTotals   = []byte("counters")

	bucketUsers           = []byte("users")
	bucketUsersByEmail    = []byte("users_by_email")
	bucketUsersByIdentity = []byte("users_by_identity")
	bucketUsersByName     = []byte("users_by_name")
	bucketUsersByWord     = []byte("users_by_word")
	bucketUsersByKind     = []byte("users_by_kind")
	bucketApplicants      = []byte("applicants")
	bucketUserWords       = []byte("user_words")
	bucketVoters          = []byte("voters")

	bucketRoll           = []byte("roll")
	bucketRollByIdentity = []byte("roll_by_identity")
	bucketRollByKey      = []byte("roll_by_key")
	bucketRollByMember   = []byte("roll_by_member")
	bucketRollByUser     = []byte("roll_by_user")
	bucketRollByGiver    = []byte("roll_by_giver")
	bucketRollByName     = []byte("roll_by_name")
	bucketRollByWord     = []byte("roll_by_word")
	bucketRollWords      = []byte("roll_words")
	bucketRollByState    = []byte("roll_by_state")
	bucketRollByPerson   = []byte("roll_by_person")
	bucketRollUndo       = []byte("roll_undo")
	bucketSlips          = []byte("slips")
	bucketSlipPeople     = []byte("slip_people")
	bucketSlipLists      = []byte("slip_lists")
	bucketElectorates    = []byte("electorates")
	bucketElectorsByName = []byte("electors_by_name")
	bucketSpentTokens    = []byte("spent_tokens")

	bucketElections              = []byte("elections")
	bucketElectionsByCreated     = []byte("elections_by_created")
	bucketElectionsByStatus      = []byte("elections_by_status")
	bucketAssemblies             = []byte("assemblies")
	bucketAssembliesByCreated    = []byte("assemblies_by_created")
	bucketAssembliesByInvitation = []byte("assemblies_by_invitation")
	bucketAssemblyKeys           = []byte("assembly_keys")
	bucketCandidates             = []byte("candidates")
	bucketCandidatesByQuestion   = []byte("candidates_by_question")
	bucketCalls                  = []byte("calls")
	bucketNominations            = []byte("nominations")
	bucketNominationsByQuestion  = []byte("nominations_by_question")
	bucketNominationsByPerson    = []byte("nominations_by_person")

	bucketHands      = []byte("hands")
	bucketHandsByDay = []byte("hands_by_day")

	bucketPhotos    = []byte("photos")
	bucketPhotoData = []byte("photo_data")
	bucketSolids    = []byte("solids")

	bucketOutbox         = []byte("outbox")
	bucketOutboxByState  = []byte("outbox_by_state")
	bucketOutboxByPerson = []byte("outbox_by_person")
	bucketOutboxDue      = []byte("outbox_due")
	bucketOutboxByBatch  = []byte("outbox_by_batch")
	bucketOutboxBatches  = []byte("outbox_batches")
	bucketResets         = []byte("resets")
	bucketResetsByToken  = []byte("resets_by_token")

	bucketManifests   = []byte("manifests")
	bucketVoted       = []byte("voted")
	bucketSealed      = []byte("sealed")
	bucketTurnout     = []byte("turnout")
	bucketLogTree     = []byte("log_tree")
	bucketLogLeaves   = []byte("log_leaves")
	bucketCheckpoints = []byte("checkpoints")
	bucketPollLines   = []byte("poll_lines")
	bucketPollKeys    = []byte("poll_keys")
	bucketStubs       = []byte("stubs")
	bucketCounted     = []byte("counted")
	bucketResults     = []byte("results")

	bucketPaperEntry = []byte("paper_entry")
)

// buckets is every bucket of the current schema.
func buckets() [][]byte {
	return append([][]byte{
		boltfile.Commits, bucketMeta, bucketSettings, bucketTotals,
		bucketUsers, bucketUsersByEmail, bucketUsersByIdentity, bucketUsersByName, bucketUsersByWord, bucketUserWords,
		bucketUsersByKind, bucketApplicants, bucketVoters,
		bucketRoll, bucketRollByIdentity, bucketRollByKey, bucketRollByMember, bucketRollByUser, bucketRollByGiver,
		bucketRollByName, bucketRollByWord, bucketRollWords, bucketRollByState,
		bucketRollByPerson, bucketRollUndo, bucketSlips, bucketSlipPeople, bucketSlipLists, bucketElectorates,
		bucketElectorsByName, bucketSpentTokens,
		bucketElections, bucketElectionsByCreated, bucketElectionsByStatus,
		bucketAssemblies, bucketAssembliesByCreated, bucketAssembliesByInvitation, bucketAssemblyKeys,
		bucketCandidates, bucketCandidatesByQuestion,
		bucketCalls, bucketNominations, bucketNominationsByQuestion, bucketNominationsByPerson,
		bucketHands, bucketHandsByDay,
		bucketPhotos, bucketPhotoData, bucketSolids,
		bucketOutbox, bucketOutboxByState, bucketOutboxByPerson, bucketOutboxDue, bucketOutboxByBatch, bucketOutboxBatches,
		bucketResets, bucketResetsByToken, bucketManifests, bucketVoted, bucketSealed, bucketTurnout,
		bucketLogTree, bucketLogLeaves, bucketCheckpoints, bucketPollLines, bucketPollKeys, bucketStubs, bucketCounted,
		bucketResults, bucketPaperEntry,
	}, audit.Buckets()...)
}

var (
	metaSchema          = []byte("schema")
	metaCompact         = []byte("compact")
	metaErase           = []byte("erase")
	metaRestored        = []byte("restored")
	settingInstallation = []byte("installation")
	settingMail         = []byte("mail")
	settingProvider     = []byte("provider")
	settingInvited      = []byte("invited")
	settingPortal       = []byte("portal")
	counterAdmins       = []byte("active_admins")
	counterVoters       = []byte("active_voters")
	totalApplicants     = []byte("applicants")
	totalRoll           = []byte("roll")
	totalRollWeighted   = []byte("roll_weighted")
)

// number reads one of the counters.
func number(tx *bolt.Tx, counter []byte) int { return int(kv.Count(tx.Bucket(bucketTotals), counter)) }

// mark is all that the file holds about a voter's having voted: no time, no order, no ballot.
var mark = []byte{1}

// proxyMark marks a paper that the person cast who holds its owner's vote.
var proxyMark = []byte{2}
