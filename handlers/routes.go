package handlers

import (
	"net/http"
	"strings"

	"ostrakon/handlers/makers"
	"ostrakon/handlers/rest"
)

// access names who may call a route. It is checked before the handler runs.
type access int

const (
	signedIn access = iota // any role: the zero value denies the public
	public                 // anyone
	user                   // role USER
	admin                  // role ADMIN
)

// route is one line of the API. After the path come the parameters that the query may have; any
// other is refused. The star leaves that to the handler.
type route struct {
	method, path string
	access       access
	handler      handler
}

// handler answers the requests of a route, or returns why it does not.
type handler = func(*Server, http.ResponseWriter, *request) error

// split separates the path of a route from its parameters.
func (rt route) split() (path string, takes []string) {
	path, query, _ := strings.Cut(rt.path, "?")
	return path, strings.FieldsFunc(query, func(r rune) bool { return r == '&' })
}

// castsVote reports whether a request of a route is a vote, for which the server keeps room.
func castsVote(rt route) bool {
	return rt.path == "/api/user/elections/:id/vote" || rt.path == "/api/user/elections/:id/ballots"
}

// routes is the whole API. GET also answers HEAD.
func routes() []route {
	return []route{
		{"POST", "/api/auth/login", public, (*Server).login},
		{"POST", "/api/auth/key", public, (*Server).signInByKey},
		{"POST", "/api/auth/key/person", public, (*Server).getPersonOfKey},
		{"POST", "/api/auth/provider", public, (*Server).beginProvider},
		{"POST", "/api/auth/provider/session", public, (*Server).signInByProvider},
		{"POST", "/api/auth/portal", public, (*Server).signInByPortal},
		{"POST", "/api/auth/register", public, (*Server).register},
		{"POST", "/api/auth/verify-id", public, (*Server).verifyID},
		{"POST", "/api/auth/setup", public, (*Server).setUp},
		{"POST", "/api/auth/logout", signedIn, (*Server).logOut},
		{"POST", "/api/auth/password", signedIn, (*Server).changePassword},
		{"POST", "/api/auth/link", public, (*Server).requestLink},
		{"POST", "/api/auth/reset", public, (*Server).requestReset},
		{"POST", "/api/auth/reset/password", public, (*Server).resetPassword},
		{"POST", "/api/auth/invitation", public, (*Server).acceptAdminInvitation},

		{"GET", "/api/admin/elections?status&earlier&sort&limit&after", admin, (*Server).listElections},
		{"POST", "/api/admin/elections", admin, (*Server).createElection},
		{"POST", "/api/admin/motions", admin, (*Server).openMotion},
		{"GET", "/api/admin/hands?day&limit&after", admin, (*Server).listHands},
		{"POST", "/api/admin/hands", admin, (*Server).recordHands},
		{"GET", "/api/admin/hands/:handsId", admin, (*Server).getHands},
		{"PUT", "/api/admin/hands/:handsId", admin, (*Server).correctHands},
		{"PUT", "/api/admin/hands/:handsId/withdrawal", admin, (*Server).withdrawHands},
		{"GET", "/api/admin/elections/:id", admin, (*Server).getElection},
		{"PUT", "/api/admin/elections/:id", admin, (*Server).updateElection},
		{"DELETE", "/api/admin/elections/:id", admin, (*Server).deleteElection},
		{"GET", "/api/admin/elections/:id/turnout", admin, (*Server).getTurnout},
		{"PUT", "/api/admin/elections/:id/status", admin, (*Server).updateElectionStatus},
		{"PUT", "/api/admin/elections/:id/end", admin, (*Server).moveElectionEnd},
		{"POST", "/api/admin/elections/:id/resume", admin, (*Server).resumeElection},
		{"POST", "/api/admin/elections/:id/cancel", admin, (*Server).cancelElection},
		{"POST", "/api/admin/elections/:id/duplicate", admin, (*Server).duplicateElection},
		{"POST", "/api/admin/elections/:id/preview", admin, (*Server).notePreview},
		{"POST", "/api/admin/elections/:id/rehearsal", admin, (*Server).startRehearsal},
		{"GET", "/api/admin/elections/:id/rehearsal", admin, (*Server).getRehearsal},
		{"DELETE", "/api/admin/elections/:id/rehearsal", admin, (*Server).endRehearsal},
		{"PUT", "/api/admin/elections/:id/witnesses", admin, (*Server).setWitnesses},
		{"GET", "/api/admin/elections/:id/questions", admin, (*Server).listQuestions},
		{"POST", "/api/admin/elections/:id/questions", admin, (*Server).addQuestion},
		{"PUT", "/api/admin/elections/:id/questions", admin, (*Server).orderQuestions},
		{"PUT", "/api/admin/elections/:id/questions/:questionId", admin, (*Server).updateQuestion},
		{"DELETE", "/api/admin/elections/:id/questions/:questionId", admin, (*Server).removeQuestion},
		{"POST", "/api/admin/elections/:id/questions/:questionId/second-round", admin, (*Server).makeSecondRound},
		{"POST", "/api/admin/elections/:id/questions/:questionId/candidates", admin, (*Server).addCandidates},
		{"GET", "/api/admin/elections/:id/candidates?question", admin, (*Server).listCandidates},
		{"POST", "/api/admin/elections/:id/candidates", admin, (*Server).addCandidate},
		{"PUT", "/api/admin/elections/:id/candidates", admin, (*Server).orderCandidates},
		{"PUT", "/api/admin/elections/:id/candidates/:candidateId", admin, (*Server).updateCandidate},
		{"DELETE", "/api/admin/elections/:id/candidates/:candidateId", admin, (*Server).removeCandidate},
		{"POST", "/api/admin/elections/:id/candidates/:candidateId/photo", admin, (*Server).uploadCandidatePhoto},
		{"DELETE", "/api/admin/elections/:id/candidates/:candidateId/photo", admin, (*Server).removeCandidatePhoto},
		{"POST", "/api/admin/elections/:id/candidates/:candidateId/solid", admin, (*Server).uploadCandidateSolid},
		{"DELETE", "/api/admin/elections/:id/candidates/:candidateId/solid", admin, (*Server).removeCandidateSolid},
		{"GET", "/api/admin/elections/:id/nominations", admin, (*Server).listNominations},
		{"PUT", "/api/admin/elections/:id/nominations", admin, (*Server).openNominations},
		{"DELETE", "/api/admin/elections/:id/nominations", admin, (*Server).closeNominations},
		{"POST", "/api/admin/elections/:id/nominations/candidates", admin, (*Server).makeCandidates},
		{"PUT", "/api/admin/elections/:id/nominations/:nominationId", admin, (*Server).decideNomination},
		{"PUT", "/api/admin/elections/:id/nominations/:nominationId/person", admin, (*Server).findNominee},
		{"GET", "/api/admin/elections/:id/nominations/:nominationId/photo", admin, (*Server).getNominationPhoto},
		{"POST", "/api/admin/elections/:id/calculate-results", admin, (*Server).calculateResults},
		{"GET", "/api/admin/elections/:id/holders", admin, (*Server).listHolders},
		{"PUT", "/api/admin/elections/:id/holders", admin, (*Server).setHolders},
		{"POST", "/api/admin/elections/:id/holders/:number/invitation", admin, (*Server).inviteHolder},
		{"GET", "/api/admin/elections/:id/slips?address", admin, (*Server).slipPeople},
		{"PUT", "/api/admin/elections/:id/slips", admin, (*Server).putSlips},
		{"DELETE", "/api/admin/elections/:id/slips", admin, (*Server).dropSlips},
		{"GET", "/api/admin/elections/:id/papers", admin, (*Server).getPapers},
		{"POST", "/api/admin/elections/:id/papers/handed", admin, (*Server).handOutPaper},
		{"PUT", "/api/admin/elections/:id/papers/lot", admin, (*Server).throwLot},
		{"GET", "/api/admin/elections/:id/papers/differences", admin, (*Server).comparePapers},
		{"POST", "/api/admin/elections/:id/papers/finish", admin, (*Server).finishPapers},
		{"PUT", "/api/admin/elections/:id/papers/entries/:number", admin, (*Server).beginPapers},
		{"GET", "/api/admin/elections/:id/papers/entries/:number", admin, (*Server).listPapers},
		{"PUT", "/api/admin/elections/:id/papers/entries/:number/:reference", admin, (*Server).enterPaper},
		{"DELETE", "/api/admin/elections/:id/papers/entries/:number/:reference", admin, (*Server).dropPaper},
		{"POST", "/api/admin/elections/:id/count", admin, (*Server).startCount},
		{"DELETE", "/api/admin/elections/:id/count", admin, (*Server).stopCount},
		{"POST", "/api/admin/elections/:id/count/upload", admin, (*Server).uploadCount},
		{"GET", "/api/admin/elections/:id/box", admin, (*Server).downloadBox},
		{"GET", "/api/admin/elections/:id/results", admin, (*Server).getResults},
		{"GET", "/api/admin/elections/:id/invitations", admin, (*Server).countInvitable},
		{"POST", "/api/admin/elections/:id/invitations", admin, (*Server).inviteVoters},
		{"PUT", "/api/admin/candidates/:candidateId/image", admin, (*Server).uploadCandidatePhoto},
		{"GET", "/api/admin/candidates/:candidateId/photo", admin, (*Server).getCandidatePhoto},
		{"GET", "/api/admin/candidates/:candidateId/solid", admin, (*Server).getCandidateSolid},
		{"GET", "/api/admin/users?query&role&status&pending&sort&limit&after", admin, (*Server).searchUsers},
		{"GET", "/api/admin/users/:userId", admin, (*Server).getUser},
		{"PUT", "/api/admin/users/:userId", admin, (*Server).updateUser},
		{"DELETE", "/api/admin/users/:userId", admin, (*Server).deleteUser},
		{"POST", "/api/admin/users/:userId/reset", admin, (*Server).issueReset},
		{"DELETE", "/api/admin/users/:userId/photo", admin, (*Server).removeUserPhoto},
		{"POST", "/api/admin/users/:userId/admission", admin, (*Server).decideAdmission},
		{"GET", "/api/admin/invitations", admin, (*Server).listAdminInvitations},
		{"POST", "/api/admin/invitations", admin, (*Server).inviteAdmin},
		{"POST", "/api/admin/invitations/mail", admin, (*Server).mailAdminInvitation},
		{"DELETE", "/api/admin/invitations/:userId", admin, (*Server).withdrawAdminInvitation},
		{"GET", "/api/admin/roll?query&registered&present&key&sort&limit&after", admin, (*Server).listRoll},
		{"POST", "/api/admin/roll?dryRun&memberKeys&skipUnknown&dates", admin, (*Server).importRoll},
		{"POST", "/api/admin/roll/undo", admin, (*Server).undoImport},
		{"GET", "/api/admin/roll/export?format", admin, (*Server).exportRoll},
		{"GET", "/api/admin/roll/groups", admin, (*Server).listGroups},
		{"GET", "/api/admin/roll/lacking", admin, (*Server).countLackingFacts},
		{"POST", "/api/admin/roll/keys", admin, (*Server).issueMemberKeys},
		{"POST", "/api/admin/roll/entries", admin, (*Server).addRollEntry},
		{"DELETE", "/api/admin/roll/present", admin, (*Server).clearPresent},
		{"GET", "/api/admin/roll/:entryId", admin, (*Server).getRollEntry},
		{"PUT", "/api/admin/roll/:entryId", admin, (*Server).updateRollEntry},
		{"PUT", "/api/admin/roll/:entryId/present", admin, (*Server).setPresent},
		{"PUT", "/api/admin/roll/:entryId/holder", admin, (*Server).setHolder},
		{"POST", "/api/admin/roll/:entryId/key", admin, (*Server).issueMemberKey},
		{"DELETE", "/api/admin/roll/:entryId/slip", admin, (*Server).blockSlip},
		{"DELETE", "/api/admin/roll/:entryId/wrong-answers", admin, (*Server).allowAnswers},
		{"DELETE", "/api/admin/roll/:entryId", admin, (*Server).removeRollEntry},
		{"GET", "/api/admin/elections/:id/voters?state&query&limit&after", admin, (*Server).listVoters},
		{"GET", "/api/admin/elections/:id/voters/export?state&format", admin, (*Server).exportVoters},
		{"GET", "/api/admin/elections/:id/electorate", admin, (*Server).exportElectorate},
		{"GET", "/api/admin/audit?kind&subject&actor&sort&limit&after", admin, (*Server).listAudit},
		{"GET", "/api/admin/audit/export?kind&subject&actor", admin, (*Server).exportAudit},
		{"GET", "/api/admin/settings", admin, (*Server).getSettings},
		{"PUT", "/api/admin/settings", admin, (*Server).updateSettings},
		{"POST", "/api/admin/settings/logo", admin, (*Server).uploadLogo},
		{"DELETE", "/api/admin/settings/logo", admin, (*Server).removeLogo},
		{"GET", "/api/admin/models", admin, (*Server).listModels},
		{"POST", "/api/admin/models", admin, (*Server).keepModel},
		{"DELETE", "/api/admin/models/:filename", admin, (*Server).removeModel},
		{"GET", "/api/admin/provider?address", admin, (*Server).getProvider},
		{"PUT", "/api/admin/provider?address", admin, (*Server).updateProvider},
		{"POST", "/api/admin/provider/test?address", admin, (*Server).testProvider},
		{"GET", "/api/admin/portal", admin, (*Server).getPortal},
		{"PUT", "/api/admin/portal", admin, (*Server).updatePortal},
		{"POST", "/api/admin/portal/test", admin, (*Server).testPortal},
		{"GET", "/api/admin/mail", admin, (*Server).getMail},
		{"PUT", "/api/admin/mail", admin, (*Server).updateMail},
		{"POST", "/api/admin/mail/test", admin, (*Server).sendTestMail},
		{"GET", "/api/admin/mail/messages?state&limit&after", admin, (*Server).listMessages},
		{"DELETE", "/api/admin/mail/messages", admin, (*Server).dropMessages},
		{"GET", "/api/admin/status", admin, (*Server).status},
		{"POST", "/api/admin/status/clock", admin, (*Server).confirmClock},
		{"GET", "/api/admin/network", admin, (*Server).network},
		{"POST", "/api/admin/network/room", admin, (*Server).openRoom},
		{"DELETE", "/api/admin/network/room", admin, (*Server).closeRoom},
		{"POST", "/api/admin/backup", admin, (*Server).downloadBackup},

		{"GET", "/api/user/data", signedIn, (*Server).getOwnData},
		{"GET", "/api/user/profile", user, (*Server).getProfile},
		{"PUT", "/api/user/profile", user, (*Server).updateProfile},
		{"DELETE", "/api/user/profile", user, (*Server).deleteProfile},
		{"PUT", "/api/user/provider", user, (*Server).bindProvider},
		{"POST", "/api/user/profile/photo", user, (*Server).uploadProfilePhoto},
		{"DELETE", "/api/user/profile/photo", user, (*Server).removeProfilePhoto},
		{"GET", "/api/user/profile/photo/:filename", public, (*Server).getProfilePhoto},
		{"GET", "/api/user/elections?status&earlier&limit&after", user, packed((*Server).listOutlines)},
		{"GET", "/api/user/elections/turnout", user, packed((*Server).listTurnouts)},
		{"GET", "/api/user/elections/coming", user, (*Server).listComingElections},
		{"GET", "/api/user/elections/active?limit&after", user, (*Server).listActiveElections},
		{"GET", "/api/user/elections/completed?earlier&limit&after", user, (*Server).listCompletedElections},
		{"GET", "/api/user/elections/candidates/:candidateId/photo", user, (*Server).getCandidatePhoto},
		{"GET", "/api/user/elections/candidates/:candidateId/solid", user, (*Server).getCandidateSolid},
		{"GET", "/api/user/elections/:id", user, packedBefore("hasVoted", (*Server).getElectionAsVoter)},
		{"GET", "/api/user/elections/:id/candidates?question", user, packed((*Server).listCandidatesAsVoter)},
		{"POST", "/api/user/elections/:id/vote", user, (*Server).castVote},
		{"POST", "/api/user/elections/:id/ballots", user, (*Server).castBallot},
		{"GET", "/api/user/elections/:id/has-voted", user, (*Server).hasVoted},
		{"GET", "/api/user/elections/:id/results", user, packed((*Server).getResults)},

		{"GET", "/api/user/nominations", user, (*Server).listCalls},
		{"PUT", "/api/user/nominations/:id/questions/:questionId", user, (*Server).stand},
		{"DELETE", "/api/user/nominations/:id/questions/:questionId", user, (*Server).standDown},
		{"POST", "/api/user/nominations/:id/questions/:questionId/proposals", user, (*Server).propose},
		{"GET", "/api/user/nominations/:id/questions/:questionId/photo", user, (*Server).getOwnNominationPhoto},
		{"POST", "/api/user/nominations/:id/questions/:questionId/photo", user, (*Server).uploadNominationPhoto},
		{"DELETE", "/api/user/nominations/:id/questions/:questionId/photo", user, (*Server).removeNominationPhoto},

		{"GET", "/api/board/elections?newest&limit&after", public, packed((*Server).listBoard)},
		{"GET", "/api/board/elections/:id", public, packed((*Server).boardElection)},
		{"GET", "/api/board/elections/:id/manifest", public, packed((*Server).boardManifest)},
		{"GET", "/api/board/elections/:id/candidates/:candidateId/photo", public, (*Server).boardPhoto},
		{"GET", "/api/board/elections/:id/candidates/:candidateId/solid", public, (*Server).boardSolid},
		{"GET", "/api/board/elections/:id/checkpoint", public, (*Server).boardCheckpoint},
		{"GET", "/api/board/elections/:id/checkpoints?limit&after", public, packed((*Server).boardCheckpoints)},
		{"GET", "/api/board/elections/:id/consistency?from&to", public, packed((*Server).boardConsistency)},
		{"POST", "/api/board/elections/:id/cosignatures", public, (*Server).addCosignature},
		{"GET", "/api/board/elections/:id/leaves", public, (*Server).boardLeaves},
		{"GET", "/api/board/elections/:id/receipts/:leaf", public, packed((*Server).boardReceipt)},
		{"GET", "/api/board/elections/:id/pollbook", public, packed((*Server).boardPollBook)},
		{"GET", "/api/board/elections/:id/bundle", public, (*Server).boardBundle},
		{"GET", "/api/board/elections/:id/count", public, packed((*Server).getCount)},
		{"GET", "/api/board/elections/:id/count/parts?holder&from", public, (*Server).getCountParts},
		{"POST", "/api/board/elections/:id/count/shares", public, (*Server).giveShares},
		{"POST", "/api/board/elections/:id/count/signatures", public, (*Server).signCount},
		{"GET", "/api/board/slips", public, packed((*Server).boardSlips)},
		{"GET", "/api/board/verify.py", public, (*Server).boardVerifier},
		{"GET", "/api/board/BUNDLE.md", public, (*Server).boardFormat},
		{"POST", "/api/board/invitations", public, (*Server).openInvitation},
		{"POST", "/api/board/invitations/key", public, (*Server).giveKey},
		{"POST", "/api/board/invitations/tried", public, (*Server).noteSheetTried},

		{"POST", makers.ConvertPath + "?*", public, making((*makers.API).Convert)},
		{"POST", makers.ConvertSTLPath + "?*", public, making((*makers.API).ConvertSTL)},
		{"POST", makers.InspectPath + "?*", public, making((*makers.API).Inspect)},
		{"GET", makers.MethodsPath, public, packed(making((*makers.API).ListMethods))},
		{"GET", makers.ConversionsPath + ":id", public, making((*makers.API).GetConversion)},
		{"DELETE", makers.ConversionsPath + ":id", public, making((*makers.API).RemoveConversion)},
		{"GET", makers.FilesPath + ":filename", public, making((*makers.API).GetFile)},

		{"GET", "/api/info", public, packed((*Server).info)},
		{"GET", "/api/logo?v", public, (*Server).getLogo},
		{"GET", "/api/certificate", public, (*Server).certificate},
		{"GET", "/api/openapi.json", public, (*Server).openapiJSON},
		{"GET", "/api/openapi.yaml", public, (*Server).openapiYAML},
		{"GET", "/healthz", public, (*Server).healthz},
		{"GET", "/readyz", public, (*Server).readyz},
	}
}

// making makes the handler of a route of conversions.
func making(handle func(*makers.API, http.ResponseWriter, *rest.Request) error) handler {
	return func(s *Server, w http.ResponseWriter, r *request) error { return handle(s.makers, w, r.Request) }
}
