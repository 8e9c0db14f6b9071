package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/money"
)

type hotelsShowOptions struct {
	app   *app
	hotel string // as typed
	read  *params
	link  linkFlags
}

func newHotelsShow(a *app) *cobra.Command {
	o := &hotelsShowOptions{app: a, read: newParams("getHotel", &dateBase{today: a.env.Now})}
	cmd := &cobra.Command{
		Use:   "show HOTEL",
		Short: "Open one hotel: what it is, what it offers, what guests say",
		Long: `Open one hotel: what it is and where, what it offers, and what guests say. It needs no search.

HOTEL is a row number or a name of the last list of hotels, or a hotel id (one below 5001 is written
id:17). A hotel that comes from a list brings the scores of couples, families, solo travelers
and business guests along; "too little data" is not a low score, and an amenity that is
missing was not listed, which is not a no. People are shown the detail view; --json prints the
view that --view asks for. --open, --copy and --qr take the hotel's page, which does not
expire.`,
		Example: `  travel hotels show 2
  travel hotels show 392299429 --locale de
  travel hotels show 1 --view detail --json`,
		Args:        arguments("HOTEL", 1, 1),
		Annotations: map[string]string{"operationId": "getHotel"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hotel = args[0]
			return runHotelsShow(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "hotelId")
	o.link.addFlags(cmd)
	a.completeRows(cmd, recall.Hotels, 1)
	return cmd
}

func runHotelsShow(ctx context.Context, o *hotelsShowOptions) error {
	if err := o.link.check(o.app); err != nil {
		return err
	}
	picked, err := o.app.pickHotel("HOTEL", o.hotel, "travel hotels show --help")
	if err != nil {
		return err
	}
	if err := o.app.detailForPeople(o.read); err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetHotelParams](ctx, o.app, o.read, choiceOf(picked.about))
	if err != nil {
		return err
	}
	answer, err := call.client.GetHotel(ctx, picked.id, &call.params)
	if err != nil {
		return fmt.Errorf("open %s: %w", picked.title(), err)
	}
	facts := newFacts("getHotel")
	chosen{locale: call.choice.locale}.record(&facts, "", "en")
	facts.Next = append(facts.Next, hotelNext(picked)...)
	view := hotelView(*answer.Value, picked)
	view.Unit = o.app.unit
	view.Next = facts.Next
	if err := o.app.answer(answer.Body, facts, view, view.Notes); err != nil {
		return err
	}
	return o.app.handOver(ctx, answer.Value.PageURL, siteLink, linkLife{}, o.link)
}

// hotelNext are the commands that usually follow a hotel.
func hotelNext(p pickedHotel) []string {
	rates := "travel hotels rates " + p.argument()
	if p.about.CheckIn == "" {
		rates += " +30d +2d"
	}
	return []string{rates, "travel hotels reviews " + p.argument()}
}

// hotelView lays one hotel out for a person.
func hotelView(h apiclient.Hotel, p pickedHotel) hotelview.HotelView {
	where := h.Location
	v := hotelview.HotelView{
		HotelID: h.HotelID, Name: h.Name, Kind: stated(h.PropertyType), Brand: stated(h.BrandName), Chain: stated(h.ChainName),
		Stars:   decimal(h.Star),
		Address: []string{stated(where.Address), stated(where.DistrictName), stated(where.CityName), stated(where.CountryName)},
		Lat:     decimal(where.Lat), Lng: decimal(where.Lng),
		Centre: decimal(h.DistanceToCityCentre), Airport: decimal(h.DistanceToNearestAirport),
		About: stated(h.Description), Offers: h.Amenities, Page: h.PageURL,
		Guests: guestScores(h.Review, p),
		Images: imageGroups(h),
	}
	for _, badge := range h.Highlights {
		v.Badges = append(v.Badges, grid.Fact{Label: badge.Text, Value: stated(badge.Subtext)})
	}
	for _, voice := range h.ReviewHighlights {
		v.Voices = append(v.Voices, hotelview.Voice{Sentiment: stated(voice.Sentiment), Text: voice.Text})
	}
	if night := p.facts["night"]; night != "" {
		price := money.Money{Amount: night, Currency: p.facts["currency"]}.Text(p.about.Locale)
		v.Notes = append(v.Notes, fmt.Sprintf("In the list it was %s a night for %s; rates is what holds.", price, stayInList(p)))
	}
	return v
}

// stayInList names the stay that a list priced.
func stayInList(p pickedHotel) string {
	return day(p.about.CheckIn).Format("Mon 2 Jan") + " to " + day(p.about.CheckOut).Format("Mon 2 Jan")
}

// cohortWords name the cohorts of the results read.
var cohortWords = map[apiclient.GuestCohort]string{
	apiclient.GuestCohortCouple: "couples", apiclient.GuestCohortFamily: "families",
	apiclient.GuestCohortSolo: "solo travelers", apiclient.GuestCohortBusiness: "business guests",
}

// guestScores are what all guests say, and what each cohort says where a list
// told it: this read does not.
func guestScores(all *apiclient.Review, p pickedHotel) []hotelview.GuestScore {
	scores := []hotelview.GuestScore{{Who: "all guests", Score: scoreOf(all)}}
	if p.row == 0 {
		return scores
	}
	for _, cohort := range cohortOrder {
		scores = append(scores, hotelview.GuestScore{Who: cohortWords[cohort], Score: readScore(p.facts[cohortFact(cohort)])})
	}
	return scores
}

// imageGroups counts the pictures, by subject in the detail view.
func imageGroups(h apiclient.Hotel) []hotelview.ImageGroup {
	var groups []hotelview.ImageGroup
	for _, group := range h.CategorizedImages {
		if len(group.Images) > 0 {
			subject := strings.ReplaceAll(group.Category, "_", " ")
			groups = append(groups, hotelview.ImageGroup{Subject: subject, Count: len(group.Images), First: group.Images[0].URL})
		}
	}
	if groups == nil && len(h.Images) > 0 {
		groups = []hotelview.ImageGroup{{Count: len(h.Images), First: h.Images[0]}}
	}
	return groups
}
