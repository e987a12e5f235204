package refusal

// Problems of shows of hands.
var (
	HandsWithdrawn = problem("hands_withdrawn", 400, "The show of hands was withdrawn, and does not count.",
		"This show of hands was withdrawn. Record it anew if it took place.").from("correctHands", "withdrawHands")
	HandsCorrected = problem("hands_corrected", 400, "A show of hands is corrected only so many times.",
		"This show of hands was corrected {max} times. Withdraw it, and record it anew.").from("correctHands")
)
