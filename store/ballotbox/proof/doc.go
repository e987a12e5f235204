// Package proof shows that the counted ballots of an election add up to its totals, and shows nothing else of them. It
// needs SHA-256 alone. A voter's device commits to the ballot when it is cast, who counts writes a proof, and anyone
// checks it. The package knows cells, sums and hashes, but no election, no person and no file. It is for marks that are
// added up: one or several votes, yes, no and abstain. ‖ joins bytes, numbers are big-endian, u32 is 4 bytes, "\0" is
// one zero byte, and all numbers are modulo P = 2^31 − 1.
//
// # Cells
//
// A paper is a vector x of cells that are 0 or 1, questions in order. A line is a sum of cells that each paper keeps:
//
//	votes:      a cell for each option; blank; max − max(min, 1) slack cells
//	            line: options + slack + max·blank = max
//	yes and no: yes, no, abstain and none of each option; blank; slack cells as above
//	            lines: yes + no + abstain + none = 1 for each option; then marks + slack + max·blank = max
//
// blank is 1 and slack 0 where no option is marked; otherwise the first max − marked slack cells are 1. So cells that
// keep the lines are a blank paper, or one of min to max marks. Where min is above 0, whoever takes the totals from
// counts.txt refuses blank papers (package tally). A question that the ballot's class is not asked is blank and counts
// nowhere. Totals of a question are blank and the votes of each option, then the people or the noes of each option,
// each with the scale of the ballot's class. Scales add up to less than P, so a sum modulo P is the sum.
//
// # A ballot
//
// A ballot is split anew in each round r = 0 … 136 into three parts, e = 0, 1, 2. Any two of them are random numbers
// without the third:
//
//	split = SHA-256("ostrakon/split/4\0" ‖ seed of the ballot ‖ its tag)                   (package sealing)
//	s_e   = SHA-256("ostrakon/part/4\0" ‖ split ‖ u32(r) ‖ byte(e))
//	elements(seed, n): the first n of the numbers SHA-256("ostrakon/field/4\0" ‖ seed ‖ u32(i)), i = 0, 1, …, of which
//	        each gives four of 8 bytes modulo P
//	x_0   = elements(s_0, cells)    x_1 = elements(s_1, cells)    x_2 = x − x_0 − x_1
//	C_0   = SHA-256("ostrakon/commit/4\0" ‖ s_0)    C_1 likewise
//	C_2   = SHA-256("ostrakon/commit/4\0" ‖ s_2 ‖ u32 of each cell of x_2)
//	commitment = SHA-256("ostrakon/commitment/4\0" ‖ C_0 ‖ C_1 ‖ C_2 of round 0 ‖ of round 1 ‖ …)
//
// The commitment stands in the ballot's leaf. Who counts makes it again, so a ballot with another one is invalid.
//
// # A proof
//
// D, the secret that hides z, follows from the ballots, so that any holders make the same bytes. Ballots j = 0, 1, …
// are the counted ones in the order of the log; i is a cell, l a line with factors k_li; x is part e of a ballot and y
// part e + 1 (mod 3):
//
//	statement = SHA-256("ostrakon/statement/4\0" ‖ manifest hash ‖ root of the log at the close ‖
//	            SHA-256(invalid.txt) ‖ u32 of each total)
//	D       = SHA-256("ostrakon/tapes/4\0" ‖ split of each ballot)
//	τ_e     = SHA-256("ostrakon/tape/4\0" ‖ D ‖ u32(r) ‖ byte(e))
//	t_e     = SHA-256("ostrakon/commit/4\0" ‖ τ_e)
//	sums_e  = for each total Σ_j scale·x_e of its cell
//	HEAD    = for each round sums_0 ‖ sums_1 (u32 each) ‖ t_0 ‖ t_1 ‖ t_2        (sums_2 = totals − sums_0 − sums_1)
//	first   = SHA-256("ostrakon/first/4\0" ‖ statement ‖ HEAD)
//	a_i, then b_l = elements(SHA-256("ostrakon/mix/4\0" ‖ first ‖ u32(r) ‖ u32(j)), cells + lines)
//	z_e     = elements(τ_e, 1) − elements(τ_{e+1}, 1) +
//	          Σ_j [ Σ_i a_i·(x_i² + 2·x_i·y_i − x_i) + Σ_l b_l·(Σ_i k_li·x_i − (target_l if e = 0)) ]
//	ZED     = for each round u32(z_0) ‖ u32(z_1)                                    (z_2 = −z_0 − z_1)
//	second  = SHA-256("ostrakon/second/4\0" ‖ first ‖ ZED), then 1,024 times the SHA-256 of itself
//	e of the rounds = b mod 3 of the bytes b < 255 of SHA-256("ostrakon/open/4\0" ‖ second ‖ u32(i)), i = 0, 1, …
//	proof   = HEAD ‖ ZED ‖ for each round: τ_e ‖ τ_{e+1}, then for each ballot s_e ‖ s_{e+1} ‖ C_{e+2} and, if e ≠ 0,
//	          u32 of each cell of x_2
//
// Who checks it makes the commitments, sums_e, sums_{e+1}, z_e, t_e and t_{e+1} from what is opened and compares them.
// Every number is below P, and the length is exact, so a proof has one form.
//
// # Why it cannot lie
//
// Each leaf binds all parts of its ballot, and one e a round opens the same two parts of all ballots. Take a round in
// which totals, cells or lines are wrong. If sums of the true parts do not give the totals, the stated sums of some
// part are not those of the part. Both opened parts are compared, so this is found unless that part stays closed: it
// passes 1 time in 3. If cells are not 0 or 1 or lines do not hold, the true z add up to a random number, which is 0 by
// luck 1 time in P. Otherwise some stated z_e is wrong. One of the three is compared: it passes 2 times in 3. So no lie
// passes a round more often than 2 in 3 (and 2^-31), and Rounds is the least number for (2/3)^Rounds < 2^-80.
//
// The challenges are hashes (Fiat-Shamir), so a liar can try again. There are two challenges, which helps (Kales and
// Zaverucha 2020): 2^74 tries of first find coefficients that are lucky in 3 rounds, and then (3/2)^134, about 2^78.4,
// tries of second are enough for the others; 4 lucky rounds need 2^100. So second is hashed slow = 2^10 times more: a
// lie costs 2^88 hashes, and a check only 1,024 more. With Grover's search a quantum computer needs about 2^50 hashes,
// one after the other, and all of them before the result is published: then the seal binds the proof.
//
// # Why it shows nothing
//
// Two parts are random numbers whatever the votes are, and SHA-256 hides the third behind its 32 bytes. The sums of the
// closed part follow from totals and opened sums. z_{e+1} is masked by the closed tape, and z_{e+2} follows from the
// other two. A simulator that chooses e first makes such proofs without votes (the tests have it). What totals show is
// shown, such as the vote of one voter alone.
//
// # Caveats
//
// Prove one statement about a ballot, ever. Two proofs with different challenges open all three parts of every ballot
// that is in both, and so its votes. Any t holders write the same bytes if they count the same log again. So never
// prove a count of a part of the log, or one with another list of invalid ballots.
//
// A split shows its ballot to everyone who has the proof. Only the device and who counts may have it.
//
// Check compares with the Statement alone. The caller makes sure that its commitments, classes and root are those of
// one log, that its totals are those of the result, and that ballots which are left out stand in invalid.txt.
//
// A proof does not say that a device committed to what its voter chose, nor that voters are who they should be.
//
// # Papers
//
//   - Giacomelli, Madsen, Orlandi: ZKBoo (USENIX Security 2016). Section 3 splits a function into three views and opens
//     two; section 4 is the proof from it, whose 2/3 a round this package has. Here a view is a part, its function is a
//     sum or a square, and views of all ballots are opened together.
//   - Rabin, Rivest: Efficient End to End Verifiable Electronic Voting Employing Split Value Representations
//     (EVOTE 2014): votes as sums of parts that are committed to one by one.
//   - Fiat, Shamir: How to Prove Yourself (CRYPTO 1986), and for two challenges Kales, Zaverucha: An Attack on Some
//     Signature Schemes Constructed From Five-Pass Identification Schemes (CANS 2020).
//
// # Map
//
//	form.go   cells, lines and sums    commit.go  what the device commits to      statement.go  challenges of a proof
//	prove.go  who counts               check.go   who checks                      field.go      numbers modulo P
package proof
