package refusal

// Problems of a registrar's slips and of a poll book.
var (
	SlipsUnfit = problem("slips_unfit", 400,
		"A poll book needs an election for people on the roll, whose keys people hold, and a number of its assembly.",
		"This election can have no poll book: that needs key holders, voters from the electoral roll, and an assembly that "+
			"takes elections.").from("getSlipPeople", "putSlips", "dropSlips")
	SlipsRefused = problem("slips_refused", 400,
		"The credentials are not those of this assembly and its electoral roll; reason is form, assembly, number, people, "+
			"lines, key or login.",
		"This is not the file that was made with the slips, or it is damaged.").naming("reason").from("putSlips")
	SlipsForm      = SlipsRefused.when(Facts{"reason": "form"}, SlipsRefused.text)
	SlipsElsewhere = SlipsRefused.when(Facts{"reason": "assembly"},
		"These slips were made for another assembly. Make new ones for the people of this one.")
	SlipsNumber = SlipsRefused.when(Facts{"reason": "number"},
		"These slips begin with election {number} of the assembly, which has opened already. Make new ones.")
	SlipsPeople = SlipsRefused.when(Facts{"reason": "people"},
		"The electoral roll has other people now than when these slips were made. Make new ones.")
	SlipsLines = SlipsRefused.when(Facts{"reason": "lines"},
		"The electoral roll has other weights, groups or proxies now than when these slips were made. Make new ones.")
	SlipsKey   = SlipsRefused.when(Facts{"reason": "key"}, "A key of these slips is not a proper one. Make new slips.")
	SlipsLogin = SlipsRefused.when(Facts{"reason": "login"},
		"One of these slips has the member key of another person. Make new slips.")
	SlipsChanged = problem("slips_changed", 400,
		"Slips were made for an earlier roll: names says for whom it has changed, and people how many they are.",
		"The slips do not fit the electoral roll any more: the weight, the groups, the proxy or the entry has changed of "+
			"{names}. Make new slips, or open without a poll book.").naming("people").from("setElectionStatus", "openMotion")
	SlipsMissingList = problem("slips_missing_list", 400,
		"The slips have no list for the number that the election takes in its assembly.",
		"The slips are not for election {number} of the assembly. Make new slips, or open without a poll book.").from(
		"setElectionStatus", "openMotion")
	SlipUnknown = problem("slip_unknown", 400, "The public key is in no line of the poll book of the election.",
		"This slip is not for this election. Use the slip that you got last.").about("voteKey").from("castBallot")
	SlipUsed = problem("slip_used", 400, "Another ballot has used the line of the poll book.",
		"A ballot was already cast with this slip, or with its reserve. If it was not yours, tell the people who run this "+
			"election.").about("voteKey").from("castBallot")
	StubInvalid = problem("stub_invalid", 400,
		"The stub is not a signature of its key for this ballot and election, or its line has another class than the paper.",
		"This ballot does not carry the stub of your slip. Load the election again and vote again.").about("stub").from(
		"castBallot")
)
