package sandbox

import (
	"fmt"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

func (a *hotelAPI) getHotelSearchResults(c *call) (any, error) {
	if err := checkGuestType(c.params); err != nil {
		return nil, err
	}
	q, err := a.openSearch(c.params.Text("searchId"), c.at)
	if err != nil {
		return nil, err
	}
	results, err := a.engine().Results(q, c.at, hotels.Quote(quoteOf(c.params)), hotelResultsParams(c.params))
	if err != nil {
		return nil, fmt.Errorf("read hotel results: %w", err)
	}
	return results, nil
}

// checkGuestType checks guest-type against its two partners: each of them needs it,
// and it needs one of them.
func checkGuestType(params rest.Values) error {
	rating, sorted := params.Given("min-guest-rating"), params.Text("sort") == string(wire.HotelSortGuestRatingDesc)
	switch {
	case params.Given("guest-type") && !rating && !sorted:
		return rest.Invalidf("Query parameter guest-type comes with min-guest-rating or with sort=guest_rating_desc; neither was sent.")
	case !params.Given("guest-type") && rating:
		return rest.Invalidf("Query parameter min-guest-rating needs guest-type, to say whose rating is meant.")
	case !params.Given("guest-type") && sorted:
		return rest.Invalidf("Query parameter sort=guest_rating_desc needs guest-type, to say whose rating is meant.")
	}
	return nil
}

func hotelResultsParams(params rest.Values) hotels.ResultsParams {
	return hotels.ResultsParams{
		Page:           params.Int("page"),
		PageSize:       params.Int("pageSize"),
		Sort:           wire.HotelSort(params.Text("sort")),
		MinStar:        params.OptionalInt("min-star"),
		MaxStar:        params.OptionalInt("max-star"),
		MinReviewScore: params.OptionalNumber("min-review-score"),
		GuestType:      wire.GuestCohort(params.Text("guest-type")),
		MinGuestRating: params.OptionalNumber("min-guest-rating"),
		MinPrice:       params.OptionalNumber("min-price"),
		MaxPrice:       params.OptionalNumber("max-price"),
		Refundable:     params.Flag("refundable"),
		RateTypes:      params.Texts("rate-types"),
		DealsOnly:      params.Flag("deals-only"),
		Amenities:      params.Texts("amenities"),
		PropertyTypes:  params.Texts("property-types"),
		Brands:         params.Texts("brands"),
		Chains:         params.Texts("chains"),
		Districts:      params.Texts("districts"),
	}
}
