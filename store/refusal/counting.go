package refusal

// Problems of a count by the sheets of key holders.
var (
	NoSheets = problem("count_without_sheets", 400,
		"The server has the key of the election, so it is counted without sheets.",
		"The server has the key of this election, so no sheets are needed.").from("startCount")
	NoCount = problem("count_not_started", 400,
		"No process waits for sheets: an administrator has not started the count, or it has to be started again.",
		"Nobody has started the count, or it broke off. Ask an administrator to start it, then type in the "+
			"sheet again.").from("giveSheet")
	SheetWrong = problem("sheet_wrong", 400,
		"The sheet was not sealed to the key of this count, or is no holder's of the election.",
		"This is not the sheet of a holder of this election. Compare it with what you typed, character by character.").about(
		"sheet").from("giveSheet")
	CountBroken = problem("count_broken", 500,
		"The process that counts ended before it was done. Nothing is lost; count again.",
		"The count broke off. Nothing is lost: start it again.").from("calculateResults", "startCount")
)
