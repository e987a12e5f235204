package refusal

// Problems of printed papers.
var (
	PapersUnfit = problem("papers_unfit", 400,
		"Printed papers need a frozen roll on which everyone has the weight 1, and questions for everyone; reason is "+
			"electorate, weights, groups or people.",
		"This election cannot have printed papers.").naming("reason").from("setElectionStatus", "startRehearsal")
	PapersElectorate = PapersUnfit.when(Facts{"reason": "electorate"},
		"Printed papers are for an election of people on the electoral roll. Choose that, or print none.")
	PapersWeights = PapersUnfit.when(Facts{"reason": "weights"},
		"A printed paper does not show a weight, and someone on the electoral roll has another than 1. Print none.")
	PapersGroups = PapersUnfit.when(Facts{"reason": "groups"},
		"A printed paper does not show a group, and a question is for a group. Print none.")
	PapersPeople = PapersUnfit.when(Facts{"reason": "people"},
		"A printed paper does not show a weight, and a motion counts people beside weights. Print none, or let the motion "+
			"count votes alone.")
	NoPapers = problem("no_papers", 400, "No papers were printed for the election.",
		"There are no printed papers in this election.").from("handOutPaper", "getPapers", "beginPapers", "throwLot",
		"listPapers", "enterPaper", "dropPaper", "comparePapers", "finishPapers")
	OnPaper = problem("on_paper", 400, "The person got a printed paper in this election.",
		"A printed ballot paper was handed out for this vote, so that it is cast on paper.").from("castVote", "castBallot",
		"handOutPaper")
	PapersGone = problem("papers_gone", 400, "As many papers were handed out as were printed.",
		"All {printed} printed papers were handed out.").from("handOutPaper")
	PapersUnentered = problem("papers_unentered", 400,
		"Printed papers were handed out, and their entry is not finished.",
		"The printed papers are not entered yet. Enter them twice, then count.").from("calculateResults", "startCount",
		"downloadBox", "uploadCount")
	PapersEntered = problem("papers_entered", 400, "The entry of the printed papers is finished.",
		"The printed papers are entered. Nothing about them changes any more.").from("beginPapers", "throwLot", "enterPaper",
		"dropPaper", "finishPapers")
	PapersDiffer = problem("papers_differ", 400, "The two entries of the printed papers are not the same.",
		"The two entries differ in {papers} papers. Look at each of these papers, and correct the entry that is wrong.").
		from("finishPapers")
	PapersTooMany = problem("papers_too_many", 400, "More papers were entered than handed out.",
		"{entered} papers are entered, and only {handedOut} were handed out. Look for papers that were entered twice.").
		from("finishPapers")
	PapersNeedLot = problem("papers_need_lot", 400,
		"Nobody voted online, and a question draws by lot: a number has to be thrown in public first.",
		"Nobody voted online, and a tie may need a draw. Throw a number in public first.").from("beginPapers")
	PapersNotBegun = problem("papers_not_begun", 400, "Nobody has begun this entry of the printed papers.",
		"Say first who types this entry.").from("enterPaper")
)
