package handlers_test

import (
	"fmt"
	"testing"
)

// asked is a question to put on a paper: its fields, and its candidates unless it is a motion.
type asked struct {
	fields obj
	names  []string
}

// ask is a question of a method, and names of candidates.
func ask(method string, fields obj, names ...string) asked {
	return asked{changed(obj{"title": "By " + method, "method": method}, fields), names}
}

// paper is an election with the ids of its questions and of their options.
type paper struct {
	contest
	questions []string
	options   [][]string
}

// questionsPath is where an administrator finds the questions of an election; more names one.
func questionsPath(c contest, more string) string {
	return adminElections + "/" + c.id + "/questions" + more
}

// paper makes an election in DRAFT with these questions.
func (w *world) paper(tb testing.TB, fields obj, questions ...asked) paper {
	tb.Helper()
	p := paper{contest: w.election(tb, changed(obj{"title": "Assembly"}, fields))}
	for i, q := range questions {
		id := p.question
		if i == 0 {
			w.must(tb, w.put(questionsPath(p.contest, "/"+id), q.fields))
		} else {
			id = w.must(tb, w.post(questionsPath(p.contest, ""), q.fields)).text(tb, "id")
		}
		for _, name := range q.names {
			w.must(tb, w.post(candidatesPath(p.contest), obj{"name": name, "question": id}))
		}
		p.questions = append(p.questions, id)
		p.options = append(p.options, w.must(tb, w.get(candidatesPath(p.contest)+"?question="+id)).column(tb, "id"))
	}
	p.candidates = p.options[0]
	return p
}

// answers are the marks of a paper: for each question a text with a digit for each option.
func (p paper) answers(marks ...string) obj {
	answers := obj{}
	for i, text := range marks {
		of := obj{}
		for n, option := range p.options[i] {
			of[option] = "0" + text[n:n+1]
		}
		answers[p.questions[i]] = of
	}
	return answers
}

// cast is a vote with answers.
func (p paper) cast(by person, marks ...string) call {
	return call{method: "POST", path: userElections + p.id + "/vote", token: by.token,
		body: obj{"answers": p.answers(marks...)}}
}

// forPaper makes a vote one on the paper of an entry of the roll.
func forPaper(c call, entry string) call {
	c.body = changed(c.body.(obj), obj{"paper": entry})
	return c
}

// voters registers people beside ada, ben and cleo until there are n of them.
func (w *world) voters(tb testing.TB, n int) []person {
	tb.Helper()
	all := []person{w.ada, w.ben, w.cleo}
	for i := len(all); i < n; i++ {
		all = append(all, w.voter(tb, fmt.Sprintf("Voter %c", 'A'+i), 200+i))
	}
	return all
}

// count closes an election, counts it, and verifies its bundle.
func (w *world) count(tb testing.TB, p paper) answer {
	tb.Helper()
	w.move(tb, p.contest, "COMPLETED")
	a := w.must(tb, w.calculate(p.contest))
	w.verifies(tb, p)
	return a
}
