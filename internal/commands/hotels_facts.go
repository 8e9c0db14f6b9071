package commands

import (
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/hotelview"
)

// hotelRowFacts is what a list said of a hotel, for the commands that follow.
func hotelRowFacts(card apiclient.HotelCard) map[string]string {
	facts := map[string]string{}
	put := func(name, value string) {
		if value != "" {
			facts[name] = value
		}
	}
	row := hotelRow(card, 1, "")
	put("page", card.PageURL)
	put("night", row.Price.Night.Amount)
	put("currency", row.Price.Night.Currency)
	if row.Price.Stay != nil {
		put("stay", row.Price.Stay.Amount)
	}
	if all, ok := row.Price.AllIn(); ok {
		put("allIn", all.Amount)
	}
	put("free cancellation", map[bool]string{true: "seen", false: "not seen"}[row.Seen])
	put("score", scoreFact(card.Review))
	for _, cohort := range cohortOrder {
		put(cohortFact(cohort), scoreFact(reviewOf(card.ReviewsByGuestType, string(cohort))))
	}
	return facts
}

// cohortOrder is the order in which cohorts are shown.
var cohortOrder = [...]apiclient.GuestCohort{
	apiclient.GuestCohortCouple, apiclient.GuestCohortFamily, apiclient.GuestCohortSolo, apiclient.GuestCohortBusiness,
}

func cohortFact(c apiclient.GuestCohort) string { return "score of " + string(c) }

// scoreFact keeps a score with its count as one text.
func scoreFact(r *apiclient.Review) string {
	if r == nil {
		return ""
	}
	return r.Score.String() + "/" + r.Count.String()
}

// readScore reads a kept score back, nil for none.
func readScore(fact string) *hotelview.Score {
	value, count, ok := strings.Cut(fact, "/")
	if !ok {
		return nil
	}
	return &hotelview.Score{Value: value, Count: count}
}
