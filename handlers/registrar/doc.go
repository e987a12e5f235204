// Package registrar decides who may vote: it checks what a person types when they register, and it reads and writes the
// electoral roll. It needs no HTTP, so commands use it too; a test holds it to that. The store decides what depends on
// its records: whether a number is taken, and whether a person is on the roll.
//
//	registrar.go  Registrar, Rules: the policy and the kinds of number, as the settings and flags say
//	applicant.go  what a person types -> a registration for the store, or what is wrong with it
//	limits.go     least age, cards that have expired
//	card.go       what is kept of a card that was read; the checks against it
//	roll.go       importing the roll
//	table.go      a file, CSV or XLSX -> rows
//	rollhead.go   the row of the heads, the heads of columns -> fields of the roll, by store.RollFields
//	rolltable.go  rows -> lines of the roll
//	export.go     tables that are written: the roll, the electorate of an election
package registrar
