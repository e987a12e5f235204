// Package tally counts the papers of one question by one of several methods. It is pure: it knows no ids and reads no
// files, and the same papers in any order give the same outcome. A count has two steps. Evidence is taken from the
// papers and can be published, because it has only what the count uses of them; Count makes the outcome from the
// evidence, so that anyone can count again. All numbers are integers.
//
//	method.go     the table of methods: a row of traits for each
//	rules.go      rules of a question, valid marks
//	evidence.go   what is published of papers
//	columns.go    the same of papers that came in two ways, and their sum
//	check.go      evidence that no papers give
//	count.go      from evidence to outcome
//	outcome.go    the outcome and its reasons
//	totals.go     plurality, block, approval, motions, thresholds
//	people.go     motions by people, beside their weights
//	quotas.go     who of an order gets the seats, with quotas of kinds
//	transfer.go   irv and stv
//	stated.go     a count by transfers of which only the stages are published
//	pairs.go      counts that compare pairs of options
//	star.go       star
//	listrules.go  rules of lists, their marks and votes
//	lists.go      seats of lists, and whom they elect
//	apportion.go  divisors, quotas and remainders
//	minority.go   seats of the gender in the minority
//	draw.go       ties by lot, and whether they decided
package tally
