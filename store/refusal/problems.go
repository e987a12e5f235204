package refusal

import "slices"

// problems are all problems, one of each code, in the order of the catalogue.
var problems []*Problem

// Problems lists the problem of every code.
func Problems() []*Problem { return slices.Clone(problems) }

// problem adds a code to the catalogue: a title for readers of the API, a text for the person refused.
func problem(name string, status int, title, text string) *Problem {
	p := &Problem{reason: reason{code: &code{name: name, status: status, title: title}, text: text}}
	p.mentions(placeholders(text)...)
	problems = append(problems, p)
	return p
}

// when makes a case of a problem with a sentence and facts of its own.
func (p *Problem) when(facts Facts, text string) *Problem {
	return &Problem{reason: p.of(facts, text), field: p.field}
}

// from names the operations of the API that answer the problem. Those that any operation of a kind answers (it needs a
// token, takes a body, names a record) name none: they follow from the kind.
func (p *Problem) from(operations ...string) *Problem {
	p.code.operations = operations
	return p
}

// naming adds facts that the sentence does not mention.
func (p *Problem) naming(facts ...string) *Problem {
	p.mentions(facts...)
	return p
}

// about names the field that the problem is about; "" if that depends on the request, see At.
func (p *Problem) about(field string) *Problem {
	p.code.ofField, p.field = true, field
	return p
}

// Problems that any request can meet.
var (
	QueryMalformed = problem("query_malformed", 400,
		"The query of the address cannot be read, or has a parameter that the operation does not take, or one twice.",
		"The address of this request cannot be read: in its query, % must be followed by two hexadecimal digits, and & "+
			"must separate the fields.")
	QueryRefused = QueryMalformed.when(nil,
		"The address of this request has parameters that are not accepted here, or has one twice.")
	RouteNotFound    = problem("route_not_found", 404, "No operation has this path.", "There is nothing at this address.")
	MethodNotAllowed = problem("method_not_allowed", 405,
		"The path has no operation of this method; the header Allow lists those it has.", "This address takes only {allow}.")
	ValidationFailed = problem("validation_failed", 400,
		"Fields or parameters are unknown, of the wrong type, or break a rule; errors names them.",
		"Something in this request cannot be accepted.").from("uploadCandidateSolid")
	NotFound = problem("not_found", 404,
		"What the path names does not exist, or the caller may not see it; what says which kind of thing it would be.",
		"This does not exist, or no longer exists.").naming("what").from("deleteProfilePhoto", "deleteLogo", "getLogo",
		"getCertificate", "openInvitation", "giveKey", "noteSheetTried", "issueMemberKeys", "keepModel")
	BodyTooLarge = problem("body_too_large", 413, "The body is over its limit.",
		"This is too large: at most {limit} are accepted here.")
	RateLimited = problem("rate_limited", 429,
		"There were too many attempts; the header Retry-After says how long to wait.",
		"There were too many attempts. Try again in {retryAfter}.").
		from("login", "signInByKey", "signInByPortal", "getPersonOfKey", "register", "verifyId", "setUp", "logOut",
			"changePassword", "downloadBackup", "updateProfile", "requestReset", "requestLink", "resetPassword",
			"deleteProfile", "giveShares", "signCount", "openInvitation", "giveKey", "noteSheetTried", "addCosignature",
			"acceptAdminInvitation", "stand", "standDown", "uploadNominationPhoto", "deleteNominationPhoto", "beginProvider",
			"signInByProvider", "bindProvider")
	ChangedMeanwhile = problem("changed_meanwhile", 412,
		"The record no longer has the version that If-Match names: name says who changed it last and at when, as far as "+
			"that is known.",
		"{name} has changed this meanwhile. Look at the change before you save yours.").naming("at").
		from("updateElection", "deleteElection", "setElectionStatus", "updateQuestion", "deleteQuestion",
			"orderQuestions", "orderCandidates", "updateCandidate", "deleteCandidate", "updateRollEntry", "deleteRollEntry",
			"updateSettings", "decideNomination", "findNominee", "correctHands", "withdrawHands")
	ChangedBySelf = ChangedMeanwhile.when(Facts{"who": "self"},
		"You have changed this meanwhile, in another window. Look at the change before you save this one.")
	ChangedBySomebody = ChangedMeanwhile.when(Facts{"who": "somebody"},
		"This has changed meanwhile. Look at the change before you save yours.")
	Internal = problem("internal", 500, "The server failed; the cause is in its log.",
		"Something went wrong on the server. Try again in a moment.")
	Busy = problem("busy", 503, "The server has too much work at this moment; try again later.",
		"The server is busy. Try again in a moment.")
	BusyServer = Busy.when(Facts{"what": "server", "retryAfter": 5}, Busy.text)
	BusyImages = Busy.when(Facts{"what": "images", "retryAfter": 3},
		"Too many images are being sent at the moment. Try again in {retryAfter}.")
	BusyCards = Busy.when(Facts{"what": "cards", "retryAfter": 5},
		"Too many cards are being read at the moment. Try again in {retryAfter}.")
	BusyConversions = Busy.when(Facts{"what": "conversions", "retryAfter": 2},
		"Too many files are being converted at the moment. Nothing is wrong with yours: try again in {retryAfter}.")
	StorageFailed = problem("storage_failed", 503,
		"The disk of the server failed while something was saved; what says whether it is known that it was not.",
		"The disk of the server failed, and it is not certain whether this was saved. Look whether it was, and otherwise "+
			"try again in {retryAfter}.")
	StorageUnknown = StorageFailed.when(Facts{"what": "unknown", "retryAfter": 10}, StorageFailed.text)
	VoteUnknown    = StorageFailed.when(Facts{"what": "vote", "retryAfter": 10},
		"The disk of the server failed, and it is not certain whether your vote is in the box. Cast it again in "+
			"{retryAfter}: you then get the receipt, or see that you have voted.")
	NotSaved = StorageFailed.when(Facts{"what": "not_saved", "retryAfter": 2},
		"The disk of the server failed for a moment, and this was not saved. Try again in {retryAfter}.")
	NotReady = problem("not_ready", 503, "The server is starting or stopping.",
		"The server is starting or stopping. Try again in a moment.").from("checkReadiness")
)

// Missing is NotFound for one kind of thing.
func Missing(what string) *Problem { return NotFound.With(Facts{"what": what}) }

// Problems of a body.
var (
	MalformedJSON = problem("malformed_json", 400, "The body is not exactly one JSON object in UTF-8.",
		"The body of this request is not valid JSON.")
	JSONSyntax     = MalformedJSON.when(Facts{"reason": "syntax"}, MalformedJSON.text)
	JSONIncomplete = MalformedJSON.when(Facts{"reason": "incomplete"}, "The request ended before its body was complete.")
	JSONNotUTF8    = MalformedJSON.when(Facts{"reason": "not_utf8"}, "The body of this request is not valid UTF-8.")
	JSONNotObject  = MalformedJSON.when(Facts{"reason": "not_object"},
		"The body of this request must be one JSON object.")
	JSONTrailingData = MalformedJSON.when(Facts{"reason": "trailing_data"},
		"The body of this request goes on after its JSON object.")

	InvalidMultipart = problem("invalid_multipart", 400, "The body is not a well-formed multipart form.",
		"The upload is damaged or incomplete. Try again.")
	FormDamaged      = InvalidMultipart.when(Facts{"reason": "damaged"}, InvalidMultipart.text)
	FormNotMultipart = InvalidMultipart.when(Facts{"reason": "not_multipart"},
		"The body of this request must be multipart/form-data with one part that carries the file.")
	FormTooManyParts = InvalidMultipart.when(Facts{"reason": "too_many_parts"},
		"The form has more than one part. Send only the image.")
	FormOtherFile = InvalidMultipart.when(Facts{"reason": "other_file"},
		"The form carries a file in the part “{part}”. Name the part of the STL file “file”.")
	FormNamelessPart = InvalidMultipart.when(Facts{"reason": "nameless_part"}, "A part of the form has no name.")
	FormTooMany      = InvalidMultipart.when(Facts{"reason": "too_many_fields"}, "The form has more than {max} fields.")
)

// Problems of tokens and accounts.
var (
	TokenMissing = problem("token_missing", 401, "The operation needs a token and there is none.", "Please sign in.")
	TokenInvalid = problem("token_invalid", 401, "The token is not one of this server, or was ended before its time.",
		"Your session is no longer valid. Please sign in again.")
	TokenExpired = problem("token_expired", 401, "The token has expired.",
		"Your session has expired. Please sign in again.")
	InvalidCredentials = problem("invalid_credentials", 401, "The e-mail address is unknown or the password is wrong.",
		"The e-mail address or the password is wrong.").from("login")
	Suspended = problem("account_suspended", 403, "An administrator has suspended the account.",
		"This account is suspended. Please ask the people who run your elections.").from("login", "signInByKey",
		"getPersonOfKey", "resetPassword")
	RoleRequired = problem("role_required", 403, "The operation belongs to the other role.",
		"This account may not do this.").naming("role")
	NotAdmin = RoleRequired.when(Facts{"role": "ADMIN"}, "Only an administrator can do this.")
	NotUser  = RoleRequired.when(Facts{"role": "USER"}, "Only a voter can do this; an administrator does not vote.")
	NotVoter = RoleRequired.when(Facts{"role": "USER"},
		"Only voters whose identity was checked and whose account is active can vote.")
	SetupClosed = problem("setup_closed", 403, "The set-up token is wrong, or there is an active administrator already.",
		"Set-up is closed: the link is wrong or was already used.").from("setUp")
	WrongPassword = problem("wrong_password", 400, "The current password is wrong, or is missing where it is needed.",
		"The password is wrong.").about("").from("changePassword", "downloadBackup", "updateProfile", "deleteProfile")
	EmailTaken = problem("email_taken", 400, "The e-mail address belongs to another account.",
		"This e-mail address is already registered.").about("email").from("register", "setUp", "updateUser", "updateProfile",
		"acceptAdminInvitation")
	ElectionOpen = problem("election_open", 400,
		"The policy and the kinds of number change only while no election is ACTIVE.",
		"Who may vote can be changed only while no election is open.").from("updateSettings", "setUp")
	LastAdmin = problem("last_admin", 400, "The change would leave no active administrator.",
		"This is the last active administrator, who cannot be demoted, suspended or deleted.").about("role").from(
		"updateUser", "deleteUser")
	VotedInOpen = problem("voted_in_open", 400,
		"The person has voted in an ACTIVE election in which everyone with an account may vote; a new account could vote "+
			"in it again.",
		"This person has voted in an election that is still open. The account can be deleted after the election.").from(
		"deleteProfile", "deleteUser")
	NoEmail = problem("no_email", 400, "The account has no e-mail address, so nobody can sign in to it with a password.",
		"This account has no e-mail address to sign in with. Print a new slip for this person instead.").from("issueReset")
	ResetInvalid = problem("reset_invalid", 400,
		"The token to choose a new password is wrong, expired, used, or replaced by a later one.",
		"This link has expired or was already used. Ask for a new one.").from("resetPassword")
)

// Problems of e-mail.
var (
	AdminInvitationInvalid = problem("admin_invitation_invalid", 400,
		"The key of the invitation does not exist, was used, was withdrawn or has expired.",
		"This invitation has expired, was used or was withdrawn. Ask an administrator for a new one.").
		from("acceptAdminInvitation", "mailAdminInvitation")
	AdminInvitationsFull = problem("admin_invitations_full", 400,
		"As many invitations of administrators are open as can be.",
		"There are {max} open invitations already. Withdraw one first.").from("inviteAdmin")
	MailNotSet = problem("mail_not_set", 400, "No SMTP server is set.",
		"This server sends no e-mail yet. An administrator can set it up.").from("requestReset", "requestLink",
		"inviteVoters", "sendTestMail", "mailAdminInvitation")
	AddressNotSet = problem("address_not_set", 400,
		"The settings have no address of this server, and links in e-mails begin with it.",
		"Links in e-mails need the address of this server. Enter it in the settings first.").from("requestReset",
		"requestLink", "inviteVoters", "mailAdminInvitation")
	MailRefused = problem("mail_refused", 400,
		"The SMTP server could not be reached, or did not take the message; reply is what it said.",
		"The mail server did not take the message. It answered: {reply}.").from("sendTestMail",
		"mailAdminInvitation")
	MailCertificate = problem("mail_certificate", 400,
		"The TLS certificate of the SMTP server is not valid for its name, so nothing was sent, and no password; reply is "+
			"what is wrong.",
		"The certificate of the mail server is not valid, so nothing was sent. Check its name in the settings. "+
			"{reply}.").from("sendTestMail", "mailAdminInvitation")
)

// Problems of a registration and of the electoral roll.
var (
	IdentityTaken = problem("identity_taken", 400, "The identity number is already registered.",
		"This identity number is already registered.").about("").from("register", "decideAdmission", "signInByKey")
	NotAdmitted = problem("admission_refused", 400,
		"The policy does not admit this registration; errors names the checks that failed by their fields.",
		"Your registration was checked and not admitted. Correct the fields named here, or ask for an administrator to "+
			"decide.").from("register")
	AlreadyRegistered = problem("already_registered", 400,
		"The person of this number or member key, and with this name, has registered already.",
		"You are registered already. Sign in with your e-mail address and password, or with your slip.").about("").from(
		"register")
	TokenSpent = problem("verification_spent", 400, "Someone has already registered with this reading of a card.",
		"This reading of your card was already used. Photograph the card again.").about("verificationToken").from("register")
	RollClash = problem("roll_clash", 400, "Another entry of the roll has the number or member reference.",
		"Another person on the electoral roll has this number or member reference.").from("importRoll", "addRollEntry",
		"updateRollEntry", "undoImport")
	RollRefused = problem("roll_refused", 400,
		"Lines of the roll have faults, so none was imported; errors has each fault with its line.",
		"Lines of this file have a problem, so nothing was imported.").naming("refused").from("importRoll")
	RollUndecided = problem("roll_undecided", 400,
		"Lines of the roll wait for an answer, so none was imported; lines has their numbers.",
		"Lines of this file wait for an answer, so nothing was imported.").naming("asked", "lines").from("importRoll")
	RollMisplaced = problem("roll_misplaced", 400,
		"Not everyone on the roll would be in exactly one of the groups of oneOf, so nobody was imported; none and several "+
			"say how many people are in none and in more of them.",
		"Not everyone is in exactly one of these groups, so nothing was imported.").naming("none", "several").from(
		"importRoll")
	PerhapsSamePerson = problem("perhaps_same_person", 400,
		"Someone on the roll has this name; names and entries say who. samePerson false says that it is someone else.",
		"Perhaps this person is on the electoral roll already: {names}.").naming("entries").from("addRollEntry",
		"updateRollEntry")
	ImportNotUndoable = problem("import_not_undoable", 400,
		"An election has opened since the import, or it is not the last one, or it is undone already.",
		"This import can no longer be undone: an election has opened since, or the roll was imported again.").from(
		"undoImport")
	RollInUse = problem("roll_in_use", 400,
		"The roll entry belongs to an election that is ACTIVE, so it cannot be removed.",
		"An open election uses this entry of the electoral roll. You can remove it after the election.").from(
		"deleteRollEntry", "importRoll", "undoImport")
	KeyUnknown = problem("key_unknown", 401, "The member key belongs to nobody on the roll, or a newer one replaced it.",
		"This slip or link is not valid, or a newer one has replaced it. Please ask the people who run your elections.").from(
		"signInByKey", "getPersonOfKey")
	KeyOfAdmin = problem("key_of_administrator", 403,
		"The account of the person on the roll is an administrator's, and has voted in an ACTIVE election; later the key "+
			"opens an account beside it.",
		"You have voted in an election that is still open with what is an administrator’s account now. Your slip works "+
			"again after that election.").from("signInByKey")
	RollEmpty = problem("roll_empty", 400, "The election is for the people on the roll, and the roll is empty.",
		"The electoral roll is empty, so nobody could vote in this election.").about("electorate").from("setElectionStatus",
		"openMotion")
	WeightsUnfit = problem("weights_unfit", 400,
		"The weights on the roll are more different, or together larger, than verifiers add up.",
		"An election can have {weights} different weights and {votes} votes in all. The people on the electoral roll have "+
			"more: split the election, or change the weights.").about("electorate").from("setElectionStatus", "openMotion")
	NobodyPresent = problem("nobody_present", 400,
		"The election is for the people on the roll who are present, and nobody is noted as present.",
		"Nobody on the electoral roll is noted as present, so nobody could vote in this election.").about("electorate").from(
		"setElectionStatus", "openMotion")
)

// Problems of an election.
var (
	NotDraft = problem("election_not_draft", 400, "Only an election in DRAFT can be changed or deleted.",
		"This can be changed only while the election is a draft.").
		from("updateElection", "deleteElection", "addCandidate", "addCandidates", "orderCandidates", "updateCandidate",
			"deleteCandidate",
			"uploadCandidatePhoto", "deleteCandidatePhoto", "replaceCandidateImage", "uploadCandidateSolid",
			"deleteCandidateSolid", "addQuestion", "orderQuestions", "updateQuestion", "deleteQuestion",
			"setHolders", "inviteHolder", "setWitnesses", "startRehearsal", "notePreview", "getSlipPeople", "putSlips",
			"dropSlips", "openNominations", "closeNominations", "decideNomination", "findNominee", "makeCandidates")
	NotActive = problem("election_not_active", 400,
		"Only an ACTIVE election takes ballots or gets another end, and a DRAFT cannot be cancelled.",
		"This election is not open for voting.").from("castVote", "castBallot", "moveElectionEnd", "cancelElection",
		"inviteVoters", "countInvitable", "requestLink", "handOutPaper")
	NotCompleted = problem("election_not_completed", 400, "Only the ballots of a COMPLETED election can be counted.",
		"The ballots can be counted once the election is closed.").from("calculateResults", "startCount", "downloadBox",
		"uploadCount", "beginPapers", "throwLot", "enterPaper", "dropPaper", "finishPapers")
	IllegalTransition = problem("illegal_transition", 400,
		"An election goes from DRAFT to ACTIVE to COMPLETED, one step at a time.",
		"An election goes from draft to open to closed, one step at a time.").about("status").from("setElectionStatus")
	AlreadyOpen    = IllegalTransition.when(Facts{"reason": "open"}, "This election is already open.")
	HoldersMissing = problem("holders_missing", 400,
		"The election opens once all holders have made their keys; names says who has not.",
		"The election cannot open yet: there is no key of {names}.").about("status").from("setElectionStatus",
		"openMotion", "noteSheetTried")
	AssemblyOver = problem("assembly_over", 400,
		"The assembly takes no more elections: its 30 keys are used, or it began more than two weeks ago; reason is none "+
			"where no assembly has all keys.",
		"This assembly takes no more elections: its 30 keys are used, or it began more than two weeks ago. Start a new "+
			"assembly on the page of the key.").naming("reason").from("setElectionStatus", "openMotion")
	NoAssembly = AssemblyOver.when(Facts{"reason": "none"},
		"There is no assembly whose key holders have all made their keys.")
	KeysFixed = problem("keys_fixed", 400,
		"All holders of the assembly have made their keys, which do not change any more.",
		"All key holders have made their keys, so these do not change any more. Only a new assembly has new keys.").from(
		"inviteHolder", "giveKey")
	TooFewCandidates = problem("too_few_candidates", 400,
		"Each question of an election needs at least two candidates to open.",
		"There must be at least {min} candidates for “{question}” before the election can open.").from("setElectionStatus",
		"startRehearsal")
	TooFewLists = problem("too_few_lists", 400,
		"A question with lists needs at least two lists to open; reason is one where it has one list.",
		"There must be at least two lists for “{question}” before the election can open.").naming("reason").from(
		"setElectionStatus", "startRehearsal")
	OneListOnly = TooFewLists.when(Facts{"reason": "one"},
		"“{question}” has one list only, so there is no choice between lists. Add a list, or let people vote for the "+
			"candidates themselves: choose another method, and the candidates stay.")
	ListsEmpty = problem("lists_empty", 400, "A list of a question has no candidates.",
		"There are lists without candidates for “{question}”: {lists}. Add their candidates, or remove the lists.").from(
		"setElectionStatus", "startRehearsal")
	DatesMissing = problem("dates_missing", 400, "Some candidates on lists have a date for ties, and some have none.",
		"Where dates decide ties, all candidates for “{question}” need one. There is none for {names}.").from(
		"setElectionStatus", "startRehearsal")
	DatesEqual = problem("dates_equal", 400, "Candidates on different lists have the same date for ties.",
		"Candidates for “{question}” have the same date as someone on another list: {names}. Draw lots between them, and "+
			"give the one who comes second the next day.").from("setElectionStatus", "startRehearsal")
	MinorityMissing = problem("minority_missing", 400,
		"Seats are for the gender in the minority, and no candidate is marked as being of it.",
		"Seats for “{question}” are for the gender in the minority. Mark its candidates, or keep no seats for it.").from(
		"setElectionStatus", "startRehearsal")
	ListNotEmpty = problem("list_not_empty", 400, "A list that has candidates cannot be removed.",
		"The list “{list}” has candidates. Remove them first, or put them on another list.").naming("candidates").from(
		"deleteCandidate")
	GroupEmpty = problem("group_empty", 400,
		"A question is for a group that nobody on the electoral roll is in.",
		"Nobody is in the group “{group}”. Change the electoral roll, or the groups of the question.").from(
		"setElectionStatus", "startRehearsal")
	TooManyCandidates = problem("too_many_candidates", 400,
		"A question takes no more than 100 candidates; one with lists, no more than 400 lists and candidates.",
		"This question can have at most {max} candidates.").from("addCandidate", "addCandidates", "updateQuestion",
		"makeCandidates")
	TooManyOptions = problem("too_many_options", 400,
		"All questions of an election together take no more than 400 candidates and answers.",
		"The ballot is full: it can have at most {max} candidates and answers in all.").from("addCandidate", "addCandidates",
		"addQuestion", "updateQuestion", "makeCandidates")
	TranslationsTooLong = problem("translations_too_long", 400,
		"All texts in other languages of an election together take no more than 2 MiB.",
		"The texts in other languages have {size} bytes in all; at most {max} fit. Shorten the longest ones.").from(
		"setElectionStatus", "startRehearsal")
	TooManyQuestions = problem("too_many_questions", 400, "An election takes no more than 40 questions.",
		"An election can have at most {max} questions.").from("addQuestion")
	LastQuestion = problem("last_question", 400, "The last question of an election cannot be removed.",
		"A ballot needs a question. Change this one instead.").from("deleteQuestion")
	MotionOptions = problem("motion_options", 400, "The answers of a motion are made with it and do not change.",
		"The answers to a motion are yes, no and abstain. They cannot be changed.").
		from("addCandidate", "addCandidates", "orderCandidates", "updateCandidate", "deleteCandidate", "uploadCandidatePhoto",
			"deleteCandidatePhoto", "replaceCandidateImage", "uploadCandidateSolid", "deleteCandidateSolid")
	QuestionUnfit = problem("question_unfit", 400,
		"The rules of a question do not fit the number of its candidates; errors names them.",
		"The rules of “{question}” do not fit the number of its candidates.").from("setElectionStatus", "startRehearsal")
	TooManyProxies = problem("too_many_proxies", 400,
		"A person on the roll holds more votes of others than the election allows.",
		"In this election one person can hold at most {max} of the votes of others, and these people hold more: "+
			"{holders}. Change the electoral roll or the election.").from("setElectionStatus", "openMotion")
	NeedsAnswers = problem("needs_answers", 400,
		"The field candidateId alone is enough for one plurality question with one mark only; this paper needs answers.",
		"This ballot has more than one question or mark, so the vote must answer each question.").about("answers").from(
		"castVote")
	AnswersIncomplete = problem("answers_incomplete", 400,
		"The answers do not name each question and each of its candidates exactly once.",
		"The answers must name each question of this election, and each of its candidates. Load the election again.").about(
		"answers").from("castVote")
	AnswerIncomplete = AnswersIncomplete.when(Facts{"reason": "question"},
		"The answer to “{question}” must name each of its candidates. Load the election again.")
	MarksInvalid = problem("marks_invalid", 400,
		"The marks of a question break its rules: reason is mark, too_few, too_many, gap, repeat, not_asked; or for lists "+
			"several_lists, all_erased (of the list) or marks_left (those that a list gets must make the number full).",
		"The marks of “{question}” are not those of its method.").naming("reason", "min",
		"max").about("answers").from("castVote", "enterPaper")
	MarksTooFew       = MarksInvalid.when(nil, "Choose at least {min} for “{question}”.")
	MarksTooMany      = MarksInvalid.when(nil, "Choose at most {max} for “{question}”.")
	MarksGap          = MarksInvalid.when(nil, "The ranks of “{question}” must go from 1 without a gap.")
	MarksRepeat       = MarksInvalid.when(nil, "Each rank of “{question}” can be given only once.")
	MarksSeveralLists = MarksInvalid.when(nil, "Choose one list only for “{question}”.")
	MarksAllErased    = MarksInvalid.when(nil, "Leave at least one candidate on the list for “{question}”.")
	MarksLeft         = MarksInvalid.when(nil,
		"The list that you chose for “{question}” gets the marks that are left: there must be {max} in all.")
	MarksNotAsked    = MarksInvalid.when(nil, "“{question}” is for people in other groups.")
	PaperUnavailable = problem("paper_unavailable", 400, "The paper is not one that the caller may cast in this election.",
		"This is not a ballot that you may cast. Load the election again.").about("paper").from("castVote", "castBallot")
	NoSecondRound = problem("no_second_round", 400, "A second round needs a result of no_majority or a tie.",
		"People vote again only after a tie, or where nobody reached the votes needed and two candidates or more have "+
			"votes.").from(
		"makeSecondRound")
	Cancelled = problem("election_cancelled", 400,
		"The election was cancelled, so its ballots were removed and are not counted.",
		"This election was cancelled. Its ballots were removed and cannot be counted.").from("calculateResults", "startCount",
		"downloadBox", "uploadCount", "cancelElection", "beginPapers", "throwLot", "enterPaper", "dropPaper", "finishPapers")
	Counted = problem("election_counted", 400, "The election is counted already, and its sealed ballots are removed.",
		"This election is counted already.").from("downloadBox", "uploadCount",
		"cancelElection")
	NeedsSheets = problem("needs_sheets", 400, "People hold the keys of the election, so it is counted with their sheets.",
		"The ballots of this election are opened with the sheets of its key holders.").from("calculateResults")
	CountRefused = problem("count_refused", 400,
		"The count does not follow from the ballot box, or not enough holders signed it; reason is the check that it "+
			"fails: file, manifest, seal, notices, cast log, codes, counts, proof, result, exports or recounts.",
		"This is not a complete count of this election, signed by enough of its key holders. What is wrong: {reason}.").from(
		"uploadCount")
	CosignatureRefused = problem("cosignature_refused", 400,
		"The note is not a checkpoint of this log with a right line of a witness that the manifest names.",
		"This is not a checkpoint of this election with the signature of one of its witnesses.").from("addCosignature")
	CandidateElsewhere = problem("candidate_not_in_election", 400, "The candidate is not on the ballot of this election.",
		"This candidate is not on the ballot of this election.").about("candidateId").from("castVote")
	NeedsSealing = problem("needs_sealing", 400,
		"People hold the keys of the election, so its ballots are sealed on the voter's device; send the sealed ballot.",
		"In this election, ballots are sealed on the voter's own device. Vote on the page of the election.").from("castVote")
	BallotSize = problem("ballot_size", 400,
		"The sealed ballot does not have the length that the manifest says, in bytes.",
		"This is not a sealed ballot of this election: it has {bytes} bytes, not {want}. Load the election again.").about(
		"sealed").from("castBallot")
	BallotTag = problem("ballot_tag", 400,
		"The tag does not follow from the pad and the owner of the paper, so nobody could open the ballot.",
		"This ballot was sealed for another person, and could not be counted. Load the election again and vote again.").about(
		"tag").from("castBallot")
	BallotCopied = problem("ballot_copied", 400, "Another voter, or another paper, has already cast these sealed bytes.",
		"This sealed ballot was cast already, by someone else or for another person. Load the election again and "+
			"vote again.").about("sealed").from("castBallot")
	AlreadyVoted = problem("already_voted", 400, "The caller has already cast a ballot in this election.",
		"You have already voted in this election.").from("castVote", "castBallot", "handOutPaper")
	VotingNotOpen = problem("voting_not_open", 400, "The election's opensAt is still to come.",
		"Voting has not opened yet.").from("castVote", "castBallot")
	VotingClosed = problem("voting_closed", 400, "The election's closesAt is past.",
		"Voting has closed.").from("castVote", "castBallot", "setElectionStatus", "moveElectionEnd", "resumeElection",
		"handOutPaper")
	VotingStopped = problem("voting_stopped", 400,
		"The election was open in a backup that was restored, and an administrator has to let voting go on, or cancel it.",
		"Voting is stopped because a backup was restored. An administrator will say what happens next.").from("castVote",
		"castBallot", "setElectionStatus", "handOutPaper")
	VotingWithoutKey = problem("voting_without_key", 400,
		"The key that opens the ballots of the election is not on the server, so nobody could count a ballot.",
		"Voting is stopped because the key of this election is missing from the server: nobody could count your ballot. "+
			"Tell the people who run the election.").from("castVote", "castBallot")
	NotStopped = problem("election_not_stopped", 400, "Only an election that a restored backup has stopped can go on.",
		"Voting in this election is not stopped.").from("resumeElection")
	RehearsalRunning = problem("rehearsal_refused", 400, "There is a rehearsal already, or the server cannot have one.",
		"A rehearsal is running already. End it first.").from("startRehearsal")
	RehearsalImpossible = RehearsalRunning.when(Facts{"reason": "impossible"}, "There is no rehearsal within a rehearsal.")
	RoomOpen            = problem("room_refused", 400,
		"The room is let in or shut out already, or the server cannot let it in.",
		"The room is let in already.").from("openRoom", "closeRoom")
	RoomClosed    = RoomOpen.when(Facts{"reason": "closed"}, "The room is not let in.")
	RoomReachable = RoomOpen.when(Facts{"reason": "reachable"},
		"Other devices reach this server already, as it was started.")
	RoomWithoutNetwork = RoomOpen.when(Facts{"reason": "no_network"},
		"This computer has no network address. Connect it to a network, then try again.")
	RoomImpossible = RoomOpen.when(Facts{"reason": "impossible"},
		"This computer does not let the program listen to the network.")
	EndHasPassed = VotingClosed.when(Facts{"reason": "end_passed"},
		"The end that is set for this election has passed. Set a later one, or none.")
	NotInElectorate = problem("not_in_electorate", 403,
		"The person is not on the roll that the election froze when it opened.",
		"Only people who were on the electoral roll when this election opened can vote in it.").from("castVote", "castBallot")
	NotPresent = problem("not_present", 403,
		"The person was on the roll when the election opened, but was not noted as present.",
		"Only people who were noted as present when this election opened can vote in it.").from("castVote", "castBallot")
	ProxyGiven = problem("proxy_given", 403,
		"The person has given a proxy, and in an election for those present only the holder casts it.",
		"You gave someone your proxy before this election opened, and only they can vote for you.").from("castVote",
		"castBallot")
	ResultsRestricted = problem("results_restricted", 403,
		"Results are closed to everyone until the election is COMPLETED.",
		"The results can be seen once the election is closed.").from("getResults", "getVoterResults", "getBundle",
		"getPollBook", "makeSecondRound")
	ResultsNotCalculated = problem("results_not_calculated", 404, "The ballots of the election are not yet counted.",
		"The votes of this election have not been counted yet.").from("getResults", "getVoterResults", "getBundle",
		"makeSecondRound")
	LeafPending = problem("leaf_pending", 404,
		"The ballot is stored and not in the public log yet; it enters with others, at the latest at the close.",
		"This ballot is stored. It will enter the public log together with others, at the latest when the "+
			"election closes.").from("getInclusion")
	KeyMissing = problem("election_key_missing", 500,
		"The key file of the election is not in the keys directory of the server. Nothing is lost; it has to be put back.",
		"The key of this election is not in the keys directory of the server. Nothing is lost: put the key file back, or "+
			"enter the key sheet with “ostrakon key import”, and try again.").from("calculateResults", "resumeElection")
	KeyWrong = problem("election_key_wrong", 500,
		"The key file of the election is that of another election, or damaged. Nothing is lost; the right one has to be "+
			"put back.",
		"The key file of this election belongs to another election, or is damaged. Nothing is lost: move it away, put the "+
			"right file back or enter the key sheet with “ostrakon key import”, and try again.").from("calculateResults")
	ResultsNotSealed = problem("results_not_sealed", 500,
		"The stored results are not those that were sealed, so they are not shown; the log says what was found.",
		"The results of this election are damaged, or somebody changed them: they are not what was sealed. So nobody sees "+
			"them. The organisation has to restore a backup.").from("getResults", "getVoterResults",
		"calculateResults", "uploadCount", "makeSecondRound")
	BallotsUnreadable = problem("ballots_unreadable", 500,
		"What is in the ballot box is not what was cast, so nothing was counted; the log says what was found.",
		"The ballot box of this election was tampered with or is damaged, so it was not counted. Nothing was changed. The "+
			"log of the server says what was found.").from("calculateResults")
)
