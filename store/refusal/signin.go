package refusal

// Problems of the second fact that a slip or a link asks for.
var (
	SecondFactMissing = problem("second_fact_missing", 403,
		"The settings ask for a second fact with a slip or link, and the roll does not have it for this person; asked is "+
			"dateOfBirth or member.",
		"This slip or link also asks for your date of birth, and the electoral roll does not have it. Please ask the people "+
			"who run your elections.").naming("asked").from("signInByKey", "getPersonOfKey")
	BirthMissing  = SecondFactMissing.when(Facts{"asked": "dateOfBirth"}, SecondFactMissing.text)
	MemberMissing = SecondFactMissing.when(Facts{"asked": "member"},
		"This slip or link also asks for your member number, and the electoral roll does not have it. Please ask the people "+
			"who run your elections.")
	SecondFactWrong = problem("second_fact_wrong", 400,
		"What was given beside the member key is not what the roll has; left says how many wrong answers remain.",
		"This is not what the electoral roll has for this slip or link. Tries left: {left}.").about("").from("signInByKey")
	SecondFactLocked = problem("second_fact_locked", 403,
		"Too many wrong second facts were given; the key signs nobody in until an administrator allows more answers.",
		"What you entered with this slip or link was wrong too often, so it signs nobody in now. Please ask the people who "+
			"run your elections.").from("signInByKey", "getPersonOfKey")
)
