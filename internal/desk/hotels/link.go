package hotels

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// SearchLinkRequest is a hotel search in a city to link to.
type SearchLinkRequest struct {
	City  string      // code or name; "" and no day for the search of the last list
	Query *ask.Values // of getHotelSearchLink, without it
}

// SearchLink makes a link to a hotel search in a city that does not expire. It spends no search.
func SearchLink(ctx context.Context, d *desk.Desk, r *SearchLinkRequest) (desk.Answer[desk.Link], error) {
	var none desk.Answer[desk.Link]
	typed := r.City
	list, err := r.list(d)
	if err != nil {
		return none, err
	}
	city, q := r.City, r.Query
	if err := checkLink(d, city, q); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, q, desk.LocaleOf(list.Terms))
	if err != nil {
		return none, err
	}
	client, err := d.Client()
	if err != nil {
		return none, err
	}
	found, err := linkedCity(ctx, places.At(d, locale), city, q)
	if err != nil {
		return none, err
	}
	q.GivenAs("cityCode", typed)
	if err := q.SetTyped("cityCode", found.Code); err != nil {
		return none, err
	}
	request := ask.Request[apiclient.GetHotelSearchLinkParams](q)
	made, err := client.GetHotelSearchLink(ctx, &request)
	if err != nil {
		return none, fmt.Errorf("make the link: %w", err)
	}
	answer := desk.Answer[desk.Link]{Bodies: [][]byte{made.Body}, Meta: desk.MetaOf(q)}
	locale.Record(&answer.Meta, "", desk.ServiceLocale)
	command := fmt.Sprintf("travel hotels search %s %s %s", found.Code, request.CheckIn, request.CheckOut)
	for _, wire := range []string{"adults", "childrenAges", "rooms", "currency", "locale", "siteCode"} {
		if q.Has(wire) {
			command += " " + q.Typed(wire)
		}
	}
	answer.Meta.Follow(command)
	answer.Value = desk.Link{URL: made.Value.SearchURL}
	answer.Value.Remarks = d.Reopens(answer.Value)
	answer.Value.Booking = searched(list, linkedStay(q), found)
	answer.Meta.Booking = answer.Value.Booking
	return answer, nil
}

// linkedCity is the city of a link, which has a code.
func linkedCity(ctx context.Context, at places.Finder, city string, q *ask.Values) (places.Place, error) {
	found, err := at.City(ctx, "CITY", city)
	if err == nil && found.Code == "" {
		err = problem.ChoiceError{
			Text: fmt.Sprintf("CITY %s has no city code, and a link is of one", found.Name),
			Hint: "name a city near it, or search it: travel hotels search " + words.Shell(city) + " " + q.Text("checkIn") + " " + q.Text("checkOut"),
		}
	}
	return found, err
}

// linkedStay is the stay that a link's parameters stand for, with the contract's defaults filled in.
func linkedStay(q *ask.Values) query.Stay {
	stay := query.Stay{
		City: q.Text("cityCode"), CheckIn: q.Text("checkIn"), CheckOut: q.Text("checkOut"),
		Adults: cmp.Or(q.Number("adults"), UsualAdults), Rooms: max(q.Number("rooms"), 1),
	}
	for text := range strings.FieldsFuncSeq(q.Text("childrenAges"), func(r rune) bool { return r == ',' }) {
		age, _ := strconv.Atoi(text) // checkLinkedGuests saw to it
		stay.ChildrenAges = append(stay.ChildrenAges, age)
	}
	return stay
}

// list is the last list of hotels where no city is given, whose city, days and guests are taken for
// what was not typed; else an empty one.
func (r *SearchLinkRequest) list(d *desk.Desk) (recall.List, error) {
	if r.City != "" || r.Query.Has("checkIn") {
		return recall.List{}, nil
	}
	list, found, err := d.Latest(recall.Hotels)
	asked := list.Asked()
	switch {
	case err != nil:
		return list, err
	case !found, !asked.Whole():
		return list, problem.UsageError{
			Text: "there is no list of hotels that says what to link to; give CITY, CHECKIN and CHECKOUT",
			Hint: "such as: travel hotels link Lisbon +30d +3d",
		}
	case asked.City == "":
		return list, problem.UsageError{
			Text: "the last list of hotels is not of a city; only a city can be linked, not one hotel or a point",
			Hint: "the page of a hotel does not expire: travel hotels show HOTEL; or name a city: travel hotels link CITY " + asked.CheckIn + " " + asked.CheckOut,
		}
	}
	r.City = asked.City
	for wire, day := range map[string]string{"checkIn": asked.CheckIn, "checkOut": asked.CheckOut} {
		if err := r.Query.SetDefault(wire, "--"+ask.FlagName(wire), day); err != nil {
			return list, err
		}
	}
	return list, fillGuests(r.Query, asked)
}

// checkLink finds every mistake that can be known before a request.
func checkLink(d *desk.Desk, city string, q *ask.Values) error {
	if _, _, point := places.CutPoint(city); namesHotel(city) || point {
		return problem.UsageError{
			Text: fmt.Sprintf("CITY %s is not a city; only a city can be linked, not one hotel or a point", words.Quote(city)),
			Hint: "the page of a hotel does not expire: travel hotels show HOTEL",
		}
	}
	if err := places.Check(d, "CITY", city); err != nil {
		return err
	}
	if err := query.CheckStay(d.Now(), q.Text("checkIn"), q.Text("checkOut")); err != nil {
		return err
	}
	return checkLinkedGuests(q)
}
