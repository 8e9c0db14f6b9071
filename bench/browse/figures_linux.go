package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// each measures travel with its list and the other programs, and has a row made of what came of each.
func (b *bench) each(ctx context.Context, measure func(*program) error) error {
	desk, service, err := b.desk(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = service.close() }()
	for _, p := range append([]*program{desk}, b.others...) {
		if err := measure(p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// at is the value at so many parts of a hundred.
func at[T int | time.Duration](all []T, percent int) T {
	all = slices.Sorted(slices.Values(all))
	return all[min(len(all)*percent/100, len(all)-1)]
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

// asks are the questions that a program can put to a terminal.
var asks = regexp.MustCompile(`\x1b\[[>=]?0?c|\x1b\[>0?q|\x1b\[\??[56]n|\x1b\[\?[0-9]+\$p|\x1b\[\?u|\x1b\[1[48]t|\x1b\]1[01];\?|\x1bP\+q`)

// started is how a program starts, and ends.
func (b *bench) started(ctx context.Context, p *program) (got []string, first time.Duration, bytes int, err error) {
	var firsts, wholes, ends []time.Duration
	var sizes []int
	questions, left := 0, 0
	for range b.starts {
		s, err := p.start(ctx)
		if err != nil {
			return nil, 0, 0, err
		}
		shown, err := s.opened(p)
		if err != nil {
			return nil, 0, 0, err
		}
		end, err := s.end(p.quit)
		if err != nil {
			return nil, 0, 0, err
		}
		if shown.first.IsZero() {
			shown.first = shown.last
		}
		firsts, wholes, ends = append(firsts, shown.first.Sub(s.began)), append(wholes, shown.last.Sub(s.began)), append(ends, end)
		sizes = append(sizes, len(shown.text))
		questions, left = len(asks.FindAllString(shown.text, -1)), max(left, s.left)
	}
	first, bytes = at(firsts, 50), at(sizes, 50)
	return []string{
		fmt.Sprintf("%s (best %s)", millis(first), millis(slices.Min(firsts))),
		fmt.Sprintf("%s (best %s)", millis(at(wholes, 50)), millis(slices.Min(wholes))), fmt.Sprint(bytes),
		fmt.Sprint(questions), millis(at(ends, 50)), fmt.Sprint(left),
	}, first, bytes, nil
}

// first is a start with a list.
func (b *bench) first(ctx context.Context) ([]row, error) {
	all := []row{
		{what: "exec to the first frame, median", aim: "20 ms"},
		{what: "  to the list, and nothing more comes", aim: ""},
		{what: "  bytes until then", aim: "6,144"},
		{what: "  questions to the terminal", aim: "0"},
		{what: "key q to the end of the process, median", aim: "20 ms"},
		{what: "  bytes left unread for the shell", aim: "0"},
	}
	return all, b.each(ctx, func(p *program) error {
		got, first, bytes, err := b.started(ctx, p)
		for i := range got {
			all[i].got = append(all[i].got, got[i])
		}
		if p.name == "travel" {
			all[0].missed, all[2].missed = first > 20*time.Millisecond, bytes > 6<<10
		}
		return err
	})
}

// form is a start without a list.
func (b *bench) form(ctx context.Context) ([]row, error) {
	p := b.browse([]string{"TRAVEL_LIST=empty"})
	p.quit, p.row = "\x03", "Cabin"
	got, first, bytes, err := b.started(ctx, p)
	if err != nil {
		return nil, err
	}
	return []row{
		{what: "exec to the form that asks, built-in sandbox, median", aim: "20 ms", got: got[:1], missed: first > 20*time.Millisecond},
		{what: "  bytes", aim: "6,144", got: got[2:3], missed: bytes > 6<<10},
	}, nil
}

// movement is what keys came to.
type movement struct {
	took  []time.Duration
	bytes []int
	each  time.Duration // of the processor
}

// moved presses a key so often.
func (s *session) moved(key string, often int) (m movement, err error) {
	before, err := spends(s.cmd.Process.Pid)
	if err != nil {
		return m, err
	}
	for range often {
		shown, took, err := s.types(key)
		if err != nil {
			return m, err
		}
		m.took, m.bytes = append(m.took, took), append(m.bytes, len(shown.text))
	}
	after, err := spends(s.cmd.Process.Pid)
	m.each = (after.cpu - before.cpu) / time.Duration(often)
	return m, err
}

// pressed is what a key costs that moves the cursor by a row.
func (b *bench) pressed(ctx context.Context) ([]row, error) {
	all := []row{
		{what: "a row up to the last byte, all read before: p50, p99", aim: "1 ms, 5 ms"},
		{what: "  processor a key", aim: "1 ms"},
		{what: "  bytes a movement: median, most", aim: "300"},
		{what: "  bytes a movement that scrolls: median, most", aim: "300"},
		{what: "a row down for the first time, with the reads: p50, p99", aim: ""},
		{what: "  processor a key", aim: ""},
		{what: "esc alone to the last byte: p50, p99 of 30", aim: "50 ms"},
	}
	return all, b.each(ctx, func(p *program) error {
		if p.name == "less" { // has no row that is chosen
			return nil
		}
		s, err := p.start(ctx)
		if err != nil {
			return err
		}
		if err := s.ready(p); err != nil {
			return err
		}
		fresh, known, err := s.passes(p, b.keys)
		if err != nil {
			return err
		}
		within, scrolls := known.bytes[:10], known.bytes[b.keys/2:]
		esc := "-"
		if p.name == "travel" {
			if esc, err = s.escapes(); err != nil {
				return err
			}
			all[0].missed = at(known.took, 50) > time.Millisecond || at(known.took, 99) > 5*time.Millisecond
			all[1].missed = known.each > time.Millisecond
			all[2].missed, all[3].missed = at(within, 50) > 300, at(scrolls, 50) > 300
		}
		for i, got := range []string{
			times(known), processor(known.each), sizes(within), sizes(scrolls), times(fresh), processor(fresh.each), esc,
		} {
			all[i].got = append(all[i].got, got)
		}
		_, err = s.end(p.quit)
		return err
	})
}

func times(m movement) string             { return millis(at(m.took, 50)) + ", " + millis(at(m.took, 99)) }
func processor(each time.Duration) string { return fmt.Sprintf("%.2f ms", each.Seconds()*1000) }
func sizes(bytes []int) string            { return fmt.Sprint(at(bytes, 50), ", ", slices.Max(bytes)) }

// passes goes down so many rows, and up again: for the first time, and when all of them are known.
func (s *session) passes(p *program, keys int) (fresh, known movement, err error) {
	if fresh, err = s.moved(p.down, keys); err != nil {
		return fresh, known, err
	}
	known, err = s.moved(p.up, keys-1)
	return fresh, known, err
}

// escapes is how soon Esc closes the help.
func (s *session) escapes() (string, error) {
	var all []time.Duration
	for range 30 {
		if _, _, err := s.types("?"); err != nil {
			return "", err
		}
		_, took, err := s.types("\x1b")
		if err != nil {
			return "", err
		}
		all = append(all, took)
	}
	return millis(at(all, 50)) + ", " + millis(at(all, 99)), nil
}

// rests is what a program does in so much time when no one presses a key: the best of three such times, since
// the runtime of Go settles first.
func (s *session) rests(during time.Duration) (best spent, bytes int, err error) {
	for n := range 3 {
		before, err := spends(s.cmd.Process.Pid)
		if err != nil {
			return best, 0, err
		}
		came := s.count(during)
		after, err := spends(s.cmd.Process.Pid)
		if err != nil {
			return best, 0, err
		}
		took := spent{cpu: after.cpu - before.cpu, wakes: after.wakes - before.wakes}
		if n == 0 || took.wakes < best.wakes {
			best, bytes = took, came
		}
		if best.wakes == 0 && bytes == 0 {
			break
		}
	}
	return best, bytes, nil
}

// idle is ten seconds in which nothing happens.
func (b *bench) idle(ctx context.Context) ([]row, error) {
	r := row{what: "10 s of nothing: processor, bytes, wake-ups", aim: "0, 0, 0"}
	err := b.each(ctx, func(p *program) error {
		s, err := p.start(ctx)
		if err != nil {
			return err
		}
		if err := s.ready(p); err != nil {
			return err
		}
		if _, err = s.moved(p.down, 5); err != nil {
			return err
		}
		took, bytes, err := s.rests(10 * time.Second)
		if err != nil {
			return err
		}
		r.got = append(r.got, fmt.Sprintf("%s, %d, %d", millis(took.cpu), bytes, took.wakes))
		if p.name == "travel" {
			r.missed = took.wakes > 0 || bytes > 0
		}
		_, err = s.end(p.quit)
		return err
	})
	return []row{r}, err
}
