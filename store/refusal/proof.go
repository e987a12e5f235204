package refusal

// Problems of an election whose count shall be proved.
var (
	ProofUnfit = problem("proof_unfit", 400,
		"The count of the election cannot be proved; reason is electorate, questions, people or size.",
		"The count of this election cannot be proved.").naming("reason").from("setElectionStatus", "startRehearsal")
	ProofElectorate = ProofUnfit.when(Facts{"reason": "electorate"},
		"A count can be proved only where the people on the electoral roll vote. Choose that, or no proof.")
	ProofQuestions = ProofUnfit.when(Facts{"reason": "questions"},
		"Only votes for options and yes or no can be proved, and every question is counted otherwise. Choose no proof.")
	ProofPeople = ProofUnfit.when(Facts{"reason": "people"},
		"{people} people may vote, and a count can be proved for up to {max}. Choose no proof.")
	ProofSize = ProofUnfit.when(Facts{"reason": "size"},
		"For so many people, the paper is too long for a proof, or their weights are too large. Choose no proof.")
)
