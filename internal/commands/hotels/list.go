package hotels

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
)

// hotelList returns how hotels are listed.
func hotelList() lists.Kind[apiclient.HotelResults] {
	return lists.Kind[apiclient.HotelResults]{
		Subject: hotels.Subject(), Operation: "getHotelSearchResults", Noun: "hotel",
		Order: "Order: cheapest, nearest, central and others", Columns: hotelview.HotelList{}, Draw: present.HotelFrame,
		Facets: func(results *apiclient.HotelResults, filters []ask.Param, only string) grid.Grouped {
			table := present.HotelFacets(results, only)
			table.Notes = append(table.Notes, present.StayFilters(filters, results.CurrencyCode).Counted()...)
			return table
		},
		View: hotelsView,
	}
}

// hotelsView lays out a list of hotels.
func hotelsView(ctx context.Context, run *cli.Run, found hotels.Found, view desk.View) (render.View, []string) {
	shown := present.Hotels(found.Value, view.Query, found.List, found.Locale, found.Meta, found.Watch)
	shown.Status = run.Out().Spent(shown.Status)
	if !found.Watch.Over() {
		shown.Notes = append(shown.Notes, present.NoHotels(found.Value.Results, hotels.WhyNone(ctx, run.Desk(), found, view), view.Query)...)
	}
	return shown, shown.Notes
}
