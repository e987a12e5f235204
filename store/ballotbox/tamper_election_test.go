package ballotbox

import (
	"slices"
	"strings"

	"ostrakon/store/tally"
)

// electorateTampering spoils elections for the people of a frozen roll: 12 of weight 1, 3 of weight 3.
func electorateTampering() []tampering {
	roll := func(ones, threes int, classes ...int) *held {
		h := open(3, func(m *Manifest) { m.Electorate = rollOf(ones, threes) })
		papers := votesFor(5, 4, 3)
		for i, class := range classes {
			papers[i].Class = class
		}
		h.cast(papers...)
		return h
	}
	ways := []tampering{
		{"more have voted than are on the roll", func(h *held) { *h = *roll(11, 3) },
			"there are 12 ballots of class 1, which has 11 people", []string{"cast log"}},
		{"more have voted than have a weight", func(h *held) { *h = *roll(12, 1, 2, 2) },
			"there are 2 ballots of class 2, which has 1 people", []string{"cast log"}},
		{"a ballot has a class that does not exist", func(h *held) { *h = *roll(12, 3, 3) },
			"there are 1 ballots of class 3, which has 0 people", []string{"cast log"}},
		{"a ballot has a second class without a roll", func(h *held) {
			*h = *open(3, nil)
			papers := votesFor(5, 4, 3)
			papers[3].Class = 2
			h.cast(papers...)
		}, "there are 1 ballots of class 2, which has 0 people", []string{"cast log"}},
		{"a ballot's class is edited", func(h *held) {
			*h = *roll(12, 3)
			h.bundle.Leaves[4].Class = 2
		}, "its root is", allOfLog()},
		{"the office edits a ballot's class, and its voter has a receipt", func(h *held) {
			*h = *roll(12, 3, 2)
			h.bundle.Leaves[slices.IndexFunc(h.bundle.Leaves, func(c Cast) bool { return c.Class == 2 })].Class = 1
			h.opened[0].Class = 1
			h.recount()
			h.reseal(h.signer.signNote)
			h.bring.Receipts = h.receipts[:1]
		}, "the signed leaf is not in the cast log", []string{"receipt r0.json"}},
	}
	for name, edit := range map[string]func(*Manifest){
		"a larger roll":  func(m *Manifest) { m.Electorate = rollOf(13, 3) },
		"another roll":   func(m *Manifest) { m.Electorate.RollHash = Hash{1}.String() },
		"other weights":  func(m *Manifest) { m.Electorate.Classes = []Class{{1, 13, nil}, {3, 2, nil}} },
		"no roll at all": func(m *Manifest) { m.Electorate = nil },
	} {
		ways = append(ways, tampering{"the manifest is edited to name " + name, func(h *held) {
			*h = *roll(12, 3)
			h.remanifest(edit)
		}, "the manifest's hash is", manifestChanged()})
	}
	return append(ways, tampering{"a roll is added to the manifest of an open election", func(h *held) {
		h.remanifest(func(m *Manifest) { m.Electorate = rollOf(12, 3) })
	}, "the manifest's hash is", manifestChanged()},
		tampering{"the office forgets the quorum", func(h *held) {
			*h = *holdWith(func(m *Manifest) { m.Electorate, m.Quorum = rollOf(30, 20), &Quorum{Least: []int{1, 4}} }, 5, 4, 3)
			r := must(ParseResult(h.bundle.Result))
			r.Questions[0].Quorum.Met, r.Questions[0].Ending, r.Questions[0].Elected = true, tally.Elected, []int{1}
			h.bundle.Result = must(canonical(r))
			h.reseal(h.signer.signNote)
		}, "counting gives", []string{"result"}})
}

// noticeTampering spoils an election whose end was moved twice, and that was restored in between.
func noticeTampering() []tampering {
	notices := []string{"notices"}
	moved := func(change func(*held)) func(*held) {
		return func(h *held) {
			h.notice("2026-05-02T18:00:00Z", "The hall is closed")
			h.resumed("2026-05-01T12:00:00Z", "A disk broke")
			h.notice("2026-05-03T18:00:00Z", "It snows")
			h.reseal(h.signer.signNote)
			change(h)
		}
	}
	signed := func(text string) func(*held) {
		return moved(office(func(h *held) {
			text := strings.NewReplacer("E\n", h.manifest.ElectionID+"\n", "M\n", h.manifest.hash.String()+"\n").Replace(text)
			h.bundle.Notices = append(h.bundle.Notices, string(must(h.signer.signNote(h.manifest.origin(), text))))
		}))
	}
	const head = "ostrakon/notice/4\nelection E\nmanifest M\n"
	return []tampering{
		{"a notice is dropped", moved(func(h *held) { h.bundle.Notices = h.bundle.Notices[:1] }),
			"the hash of notices.json is", notices},
		{"all notices are dropped", moved(func(h *held) { h.bundle.Notices = nil }), "the hash of notices.json is", notices},
		{"notices are swapped", moved(func(h *held) { slices.Reverse(h.bundle.Notices) }), "the hash of notices.json is",
			notices},
		{"the office swaps notices", moved(office(func(h *held) { slices.Reverse(h.bundle.Notices) })), "", notices},
		{"the office gives a notice twice",
			moved(office(func(h *held) { h.bundle.Notices = append(h.bundle.Notices, h.bundle.Notices[2]) })), "", notices},
		{"a notice is edited", moved(office(
			func(h *held) {
				h.bundle.Notices[2] = strings.Replace(h.bundle.Notices[2], "snows", "rains",
					1)
			})), notSigned, notices},
		{"a notice is signed with another key", moved(office(func(h *held) {
			n := must(h.manifest.OpenNotice([]byte(h.bundle.Notices[1])))
			h.bundle.Notices[1] = string(must(other().Notice(n)))
		})), notSigned, notices},
		{"a notice is the checkpoint", moved(office(func(h *held) { h.bundle.Notices[0] = string(h.bundle.Checkpoint) })), "",
			notices},
		{"a notice is of another manifest",
			signed("ostrakon/notice/4\nelection E\nmanifest " + Hash{1}.String() +
				"\nclosesAt 2026-05-04T18:00:00Z\nreason x\n"), "", notices},
		{"a notice is of another election",
			signed("ostrakon/notice/4\nelection " + idOf("another") + "\nmanifest M\nclosesAt 2026-05-04T18:00:00Z\nreason x\n"),
			"", notices},
		{"a notice is before the end", signed(head + "closesAt 2026-05-03T17:59:59Z\nreason x\n"), "", notices},
		{"a notice has no time", signed(head + "closesAt \nreason x\n"), "", notices},
		{"a notice has a day that does not exist", signed(head + "closesAt 2026-06-31T18:00:00Z\nreason x\n"), "", notices},
		{"a notice has a leap second", signed(head + "closesAt 2026-06-30T23:59:60Z\nreason x\n"), "", notices},
		{"a notice has a time zone", signed(head + "closesAt 2026-06-30T18:00:00+02:00\nreason x\n"), "", notices},
		{"a notice has no reason", signed(head + "closesAt 2026-06-30T18:00:00Z\nreason \n"), "", notices},
		{"a notice has a reason of 501 characters",
			signed(head + "closesAt 2026-06-30T18:00:00Z\nreason " + strings.Repeat("é", 501) + "\n"), "", notices},
		{"a notice has two reasons", signed(head + "closesAt 2026-06-30T18:00:00Z\nreason x\nreason y\n"), "", notices},
		{"a notice is of version 1", signed("ostrakon/notice/1\nelection E\nmanifest M\nclosesAt " +
			"2026-06-30T18:00:00Z\nreason x\n"), "", notices},
		{"a notice is of a backup of no time", signed("ostrakon/resumed/4\nelection E\nmanifest M\nbackupAt \nreason x\n"),
			"", notices},
		{"a notice is of a backup of a day that does not exist",
			signed("ostrakon/resumed/4\nelection E\nmanifest M\nbackupAt 2026-06-31T18:00:00Z\nreason x\n"), "", notices},
		{"a notice of a backup has an end",
			signed("ostrakon/resumed/4\nelection E\nmanifest M\nclosesAt 2026-06-30T18:00:00Z\nreason x\n"), "", notices},
		{"a notice of a backup has two times",
			signed("ostrakon/resumed/4\nelection E\nmanifest M\nbackupAt 2026-06-30T18:00:00Z\nclosesAt " +
				"2026-06-30T18:00:00Z\nreason x\n"), "", notices},
		{"a notice of a moved end has a backup",
			signed("ostrakon/notice/4\nelection E\nmanifest M\nbackupAt 2026-06-30T18:00:00Z\nreason x\n"), "", notices},
		{"a notice of a backup has no reason",
			signed("ostrakon/resumed/4\nelection E\nmanifest M\nbackupAt 2026-06-30T18:00:00Z\nreason \n"), "", notices},
		{"a notice is before the end that the manifest has", office(func(h *held) { h.notice("2026-05-01T18:00:00Z", "x") }),
			"", notices},
	}
}
