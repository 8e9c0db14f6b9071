package guestbook

import (
	"strings"

	"travel.example/travel/internal/sandbox/dice"
)

// Text is what a guest wrote, word for word.
type Text struct {
	Title   string // empty when there is none
	Pros    []string
	Cons    []string
	Notes   []string
	Country string // of the guest, ISO 3166-1 alpha-2; empty when not known
}

// remark is one phrase of a review.
type remark struct {
	topic Topic
	which int // of the topic's phrases
}

// The ratings from which on a guest is happy, or at least content.
const (
	happy   = 8
	content = 6
)

// remarks draws what a guest liked and did not like, never both of one topic.
func (b *Book) remarks(e Entry) (liked, disliked []remark) {
	likes, dislikes := e.moods()
	var used Topics
	draw := func(many int, word string) []remark {
		drawn := make([]remark, 0, many)
		d := e.roll.Word(word)
		for i := uint64(0); len(drawn) < many && i < 64; i++ {
			roll := d.With(i)
			topic := Topic(roll.Below(int(topicCount)))
			if used.Has(topic) || !b.Topics.Has(topic) {
				continue
			}
			used = used.With(topic)
			drawn = append(drawn, remark{topic, roll.With(1).Below(perTopic)})
		}
		return drawn
	}
	return draw(likes, "liked"), draw(dislikes, "disliked")
}

// moods is how much a guest has to say for and against.
func (e Entry) moods() (likes, dislikes int) {
	d := e.roll.Word("moods")
	a, b := d.With(1).Below(3), d.With(2).Below(3)
	switch {
	case e.Rating >= happy:
		return 1 + a, b / 2
	case e.Rating >= content:
		return 1 + a/2, 1 + b/2
	}
	return a / 2, 1 + b
}

// Text is the words of a review.
func (b *Book) Text(e Entry) Text {
	liked, disliked := b.remarks(e)
	all := phrases()
	t := Text{
		Title: title(e, all), Pros: make([]string, 0, len(liked)), Cons: make([]string, 0, len(disliked)),
		Country: b.home(e.roll.Word("country")),
	}
	for _, r := range liked {
		t.Pros = append(t.Pros, b.fill(all.liked[r.topic][r.which]))
	}
	for _, r := range disliked {
		t.Cons = append(t.Cons, b.fill(all.disliked[r.topic][r.which]))
	}
	if d := e.roll.Word("note"); d.Chance(0.35) {
		t.Notes = []string{pick(d.With(1), all.notes)}
	}
	return t
}

// title is the headline that fits the rating; two in five reviews have none.
func title(e Entry, all *phrasebook) string {
	d := e.roll.Word("title")
	switch {
	case d.Chance(0.4):
		return ""
	case e.Rating >= happy:
		return pick(d.With(1), all.good)
	case e.Rating >= content:
		return pick(d.With(1), all.fair)
	}
	return pick(d.With(1), all.bad)
}

func pick(d dice.Dice, list []string) string { return list[d.Below(len(list))] }

// fill puts the place into a phrase.
func (b *Book) fill(phrase string) string {
	if !strings.Contains(phrase, "{") {
		return phrase
	}
	return strings.NewReplacer("{district}", b.District, "{city}", b.City).Replace(phrase)
}

// home is the country a guest is from.
func (b *Book) home(d dice.Dice) string {
	const elsewhere = "US GB DE FR ES IT NL CA AU JP KR CN IN BR MX SE PL TR AE SG CH ZA"
	switch {
	case d.Chance(0.1):
		return ""
	case d.With(1).Chance(0.4):
		return b.Country
	}
	at := 3 * d.With(2).Below((len(elsewhere)+1)/3)
	return elsewhere[at : at+2]
}
