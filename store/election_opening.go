package store

import (
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// Below these numbers of people, what is published can show how some of them voted.
const (
	fewPapers     = 10 // in the whole election: papers of one question may be known by their order
	fewShareIt    = 5  // of one weight: sums may show how they voted
	fewShareWhole = 30 // of one weight: transfers show its papers
)

// completeRules fills in a DRAFT's rules, and lists the questions that cannot open: refusal.TooFewCandidates,
// refusal.QuestionUnfit, and what keeps lists from it.
func (e *Election) completeRules() (refused []*refusal.Problem) {
	for i := range e.Questions {
		q := &e.Questions[i]
		q.takeTitle(e)
		about := refusal.Facts{"question": q.Title}
		options := len(q.Candidates)
		if q.Lists != nil {
			if unready := q.checkLists(about); len(unready) > 0 {
				refused = append(refused, unready...)
				continue
			}
		}
		if fewest := q.Method.Traits().Fewest(); options < fewest {
			refused = append(refused, refusal.TooFewCandidates.With(about).With(refusal.Facts{"min": fewest}))
			continue
		}
		var faults input.Faults
		q.checkKinds(&faults)
		if len(faults) == 0 {
			q.checkRules(&faults, options)
		}
		if len(faults) > 0 {
			refused = append(refused, refusal.QuestionUnfit.With(about).In(faults...))
			continue
		}
		rules := q.rules(options)
		q.Max, q.Each = rules.Max, rules.Each
	}
	return refused
}

// guardWeights publishes a transfer count's stages, not its papers, if the weights of the classes reveal them.
func (e *Election) guardWeights(classes []ballotbox.Class) {
	groups := e.groups()
	for i := range e.Questions {
		q := &e.Questions[i]
		if q.publishes() && revealing(q.classesOf(classes, groups)) {
			q.Evidence = ballotbox.EvidenceStages
		}
	}
}

// revealing reports whether weights differ and few people share one of them.
func revealing(classes []ballotbox.Class) bool {
	for _, c := range classes {
		if len(classes) > 1 && c.People < fewShareWhole {
			return true
		}
	}
	return false
}

// WarningCode says what an opening warning is about. Programs go by it.
type WarningCode string

// The warnings.
const (
	WarnWeight WarningCode = "weight_shared_by_few" // weight, people: what sums show of them
	WarnGroup  WarningCode = "group_shared_by_few"  // weight, groups, people: the same in an election with groups
	WarnPapers WarningCode = "few_papers"           // people: what published papers show of them
	WarnStages WarningCode = "stages_forced"        // question: weights differ, so only its stages will be published

	WarnPeople WarningCode = "people_beside_weights" // question: few share a weight, and sums of both tell more of them
	WarnAlike  WarningCode = "people_weigh_alike"    // question: people and votes are the same numbers

	WarnOutside WarningCode = "people_in_no_group" // people: of the roll whom no question is for

	WarnUnused WarningCode = "proxies_unused" // proxies: those on the roll, in an election that allows none
	WarnSheets WarningCode = "sheets_untried" // names: of the holders who have not tried their sheets
)

// OpeningWarning is what an administrator should know before an election opens.
type OpeningWarning struct {
	Code     WarningCode
	Question QuestionID    // that it is about; "" for the whole election
	Facts    refusal.Facts // for the sentence
}

// OpeningWarnings lists what could reveal votes if a DRAFT opened now, which proxies nobody could use, and whose sheets
// may not work. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) OpeningWarnings(ctx context.Context, id ElectionID) ([]OpeningWarning, error) {
	var all []OpeningWarning
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		people, err := electorate(tx, rec.Election)
		if err != nil {
			return err
		}
		now := ballotbox.Electorate{Classes: []ballotbox.Class{{Weight: 1, People: people}}}
		if rec.Settings.Electorate.freezes() && (number(tx, totalRollWeighted) > 0 || len(rec.groups()) > 0) {
			if now, err = rec.rollNow(tx); err != nil {
				return err
			}
		}
		sheets, err := rec.sheetWarnings(tx)
		if err != nil {
			return err
		}
		outside, err := rec.groupWarnings(tx)
		all = slices.Concat(sheets, rec.proxyWarnings(tx), outside, rec.warnings(&now))
		return err
	})
	return all, err
}

// rollNow returns the electorate that the manifest would have if the roll were frozen now.
func (e *Election) rollNow(tx *bolt.Tx) (ballotbox.Electorate, error) {
	h := ballotbox.NewRollHasher(e.groups())
	err := e.electors(tx, func(p frozenElector) error {
		h.Add(p.Elector)
		return nil
	})
	return h.Electorate(), err
}

// sheetWarnings says whose sheets nobody has seen work: they have made their keys, and have not tried their sheets.
func (e *Election) sheetWarnings(tx *bolt.Tx) ([]OpeningWarning, error) {
	if e.AssemblyID == "" {
		return nil, nil
	}
	a, err := assemblyTable.Get(tx, e.AssemblyID)
	if names := a.untried(); err == nil && len(names) > 0 && len(a.Missing()) == 0 {
		return []OpeningWarning{{Code: WarnSheets, Facts: refusal.Facts{"names": names}}}, nil
	}
	return nil, err
}

func (e *Election) warnings(now *ballotbox.Electorate) []OpeningWarning {
	all := append([]OpeningWarning{}, e.fewWarnings(now)...)
	fewest, groups := fewPapers, e.groups()
	for _, q := range e.Questions {
		asked, people := q.classesOf(now.Classes, groups), 0
		for _, c := range asked {
			people += c.People
		}
		all = append(all, q.peopleWarnings(asked)...)
		switch {
		case !q.publishes():
		case revealing(asked):
			all = append(all, OpeningWarning{Code: WarnStages, Question: q.ID, Facts: refusal.Facts{"question": q.Title}})
		default:
			fewest = min(fewest, people)
		}
	}
	if fewest < fewPapers {
		all = append(all, OpeningWarning{Code: WarnPapers, Facts: refusal.Facts{"people": fewest}})
	}
	return all
}
