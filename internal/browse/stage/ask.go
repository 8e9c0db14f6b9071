package stage

import (
	"context"
	"slices"
	"sync/atomic"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// asker shows the desk's questions to the user. Each is a panel at the bottom that waits for its answer while
// everything else continues. Questions are shown one at a time.
type asker struct {
	stage *Stage
	job   *Job
}

// answer is the outcome of a question.
type answer struct {
	n   int
	err error
}

// pending is a question without an answer.
type pending struct {
	job     *Job
	panel   func(answered func(answer)) Place
	shown   Place       // nil while another question is shown
	settled atomic.Bool // it is no longer waiting
	answers chan answer
}

// ask shows a panel until it is answered or ctx or the screen ends.
func (a asker) ask(ctx context.Context, panel func(answered func(answer)) Place) answer {
	s, q := a.stage, &pending{job: a.job, panel: panel, answers: make(chan answer, 1)}
	s.Post(func() {
		if !q.settled.Load() {
			s.questions = append(s.questions, q)
			s.nextQuestion()
		}
	})
	select {
	case given := <-q.answers:
		return given
	case <-ctx.Done():
		if q.settled.CompareAndSwap(false, true) {
			s.Post(func() { s.drop(q) })
		}
		return answer{err: ctx.Err()}
	}
}

func (s *Stage) nextQuestion() {
	if len(s.questions) == 0 || s.questions[0].shown != nil {
		return
	}
	q := s.questions[0]
	q.shown = q.panel(func(given answer) { s.answered(q, given) })
	s.Push(q.shown)
}

// answered delivers an answer and shows the next question.
func (s *Stage) answered(q *pending, given answer) {
	if q.settled.CompareAndSwap(false, true) {
		q.answers <- given
	}
	s.drop(q)
}

// drop removes a question, whether or not it is shown.
func (s *Stage) drop(q *pending) {
	s.questions = slices.DeleteFunc(s.questions, func(other *pending) bool { return other == q })
	if q.shown != nil {
		s.Drop(q.shown)
	}
	s.nextQuestion()
}

// Asking returns the number of waiting questions.
func (s *Stage) Asking() int { return len(s.questions) }

// Choose asks which of several options is meant.
func (a asker) Choose(ctx context.Context, c desk.Choice) (int, error) {
	rows := make([][]string, len(c.Candidates))
	for i, o := range c.Candidates {
		code := o.Argument()
		if code == clean.Line(o.Label) { // a place without a code has its name as its code
			code = ""
		}
		rows[i] = []string{o.Label, code, o.Type}
		if o.Distance != nil && c.From != "" {
			rows[i] = append(rows[i], words.Distance(o.Distance, c.Unit)+" from "+c.From)
		}
	}
	given := a.ask(ctx, func(answered func(answer)) Place {
		return NewMenu(a.stage, MenuOptions{
			Title: c.Title, Rows: rows, Slow: true,
			Take: func(i int) { answered(answer{n: i}) },
			None: func() { answered(answer{err: desk.ErrNothing}) },
		})
	})
	return given.n, given.err
}

// Agree asks a yes-or-no question; anything but yes counts as no.
func (a asker) Agree(ctx context.Context, text string) (bool, error) {
	given := a.ask(ctx, func(answered func(answer)) Place { return newQuestion(a.stage, text, answered) })
	if given.n == 1 {
		a.job.agreed.Store(true)
	}
	return given.n == 1, given.err
}

// newQuestion returns a yes-or-no question. If it is removed, the answer is no.
func newQuestion(s *Stage, text string, answered func(answer)) Place {
	no := func() { answered(answer{}) }
	return slip{&Note{
		Title: "Question", Of: "A question", Gone: no,
		Text: func(c canvas.Canvas) []string { return c.Wrap("", c.Spaced(text), canvas.Plain) },
		Own: []Binding{
			{Keys: "y", Foot: "yes", Does: "Yes", Do: func() { answered(answer{n: 1}) }},
			{Keys: "enter", Does: "No effect, since it may have been pressed before the question appeared", Do: func() { s.Say("Press y for yes, n for no.") }},
			{Keys: "n esc q h left backspace", Foot: "no", Does: "No (uses no search)", Do: no},
		},
	}}
}
