package refusal

// Problems of a count by key holders.
var (
	NoSheets = problem("count_without_sheets", 400,
		"The server has the key of the election, so it is counted without sheets.",
		"The server has the key of this election, so no sheets are needed.").from("startCount")
	NoCount = problem("count_not_started", 400,
		"No process waits for shares or signatures: an administrator has not started the count, or it has to be started "+
			"again.",
		"Nobody has started the count, or it broke off. Ask an administrator to start it, then begin again.").from(
		"getCountParts", "giveShares", "signCount")
	SharesWrong = problem("shares_wrong", 400,
		"The shares were not sealed to the key of this count, or not signed by a holder of the election for its box.",
		"The server did not take the opened shares. Reload the page and begin again.").about("shares").from("giveShares")
	SignatureWrong = problem("signature_wrong", 400,
		"The signature is not of this holder under the text of the seal or, for a sheet that was tried, the key number.",
		"The server did not take the signature. Reload the page and begin again.").about("signature").from("signCount",
		"noteSheetTried")
	CountBroken = problem("count_broken", 500,
		"The process that counts ended before it was done. Nothing is lost; count again.",
		"The count broke off. Nothing is lost: start it again.").from("calculateResults", "startCount")
)
