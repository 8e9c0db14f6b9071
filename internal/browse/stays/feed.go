package stays

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/listing"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
)

// feed supplies the hotels of a list and their layout. It implements [listing.Feed].
type feed struct {
	with    With
	request *hotels.SearchRequest // the search to make, or nil
	query   *ask.Values           // of the first read
	visit   visit
	now     func() time.Time // stamps the prices of a read

	table   hotelview.HotelList // the properties of the table, without rows
	place   string              // the place that was searched, as the answers name it
	charges string              // what all prices of the first page have in common
	doubts  []string            // remarks on prices that cannot be right
	found   facets.Found
}

// Search makes a hotel search and lists it.
func Search(s *stage.Stage, with With, r *hotels.SearchRequest) stage.Place {
	if r.View.Query == nil {
		r.View.Query = ask.New("getHotelSearchResults", r.Query.Days())
	}
	return newList(s, with, r, recall.List{Kind: recall.Hotels}, r.View.Query)
}

// Resume lists the hotels of an existing list in the currency and language of terms, without making a search.
func Resume(s *stage.Stage, with With, of recall.List, terms query.Terms) stage.Place {
	of, q := listing.Resume(s, of, "getHotelSearchResults", terms)
	return newList(s, with, nil, of, q)
}

func newList(s *stage.Stage, with With, r *hotels.SearchRequest, of recall.List, q *ask.Values) stage.Place {
	return listing.New(s, listing.About{
		Noun: "hotel", List: of, Query: q, Lasts: desk.HotelLinkLasts,
		Reading: "reading the hotels", Searching: "searching hotels",
	}, &feed{with: with, request: r, query: q, visit: visit{pages: map[string]*page{}}, now: s.Desk.Now})
}

// hotel is the value of a row.
type hotel struct {
	view hotelview.HotelRow
	page *read // the page that it was on
}

// read is a page as it was read.
type read struct {
	search.HotelSnapshot
	of recall.List
	in desk.Locale
	q  *ask.Values
}

// Head returns the place, the dates, the guests and the price terms.
func (f *feed) Head(c canvas.Canvas, of recall.List) string {
	asked, parts := of.Asked(), []string{}
	switch {
	case asked.CheckIn != "":
		parts = append(parts, cmp.Or(f.place, present.PlaceWords(asked, &apiclient.HotelResults{})), desk.DaysText(asked.CheckIn, asked.CheckOut), c.Dots(f.table.Context...))
	case f.request != nil:
		parts = append(parts, f.request.Place, desk.DaysText(f.request.Query.Text("checkIn"), f.request.Query.Text("checkOut")))
	default:
		parts = append(parts, "Hotels")
	}
	return c.Dots(parts...)
}

// Read makes the search, follows it, or reads a page of it.
func (f *feed) Read(ctx context.Context, d *desk.Desk, r listing.Read) (listing.Page, error) {
	view := r.View()
	if hotels.IsNearest(r.Query) && r.List.Asked().From().Lat != "" {
		view.Pages.Page, view.Pages.All = 0, true // this order is computed from all pages
	}
	var found hotels.Found
	var err error
	left := ""
	if r.List.Search.ID == "" {
		request := hotels.SearchRequest{Place: f.request.Place, Query: f.request.Query.Clone(), View: view} // filled in by the desk
		made, createErr := hotels.Create(ctx, d, &request)
		if createErr != nil {
			return listing.Page{}, createErr
		}
		r.List, left = made.List, leftOf(ctx, d, made.List)
		found, err = hotels.Subject().Follow(ctx, d, made, request.View)
	} else {
		d = r.Desk(d)
		found, err = hotels.Subject().Results(ctx, d, &desk.ResultsRequest{Search: r.List.Search.ID, View: view, Renewal: &desk.Renewal{Thing: "the same hotels"}})
		if found.Meta.Renewed != nil && found.Meta.Renewed.Spent {
			left = leftOf(ctx, d, found.List)
		}
	}
	if len(found.Bodies) == 0 {
		if found.List.Search.ID != "" {
			r.List = found.List
		}
		return listing.Page{List: r.List}, err
	}
	p := f.pageOf(&read{found.Value, found.List, found.Locale, view.Query})
	p.Left, p.Notes = left, found.Meta.Warnings
	return p, err
}

// leftOf returns how many searches of the list's kind are left, or "" if unknown.
func leftOf(ctx context.Context, d *desk.Desk, of recall.List) string {
	which := desk.HotelSearches
	if of.Asked().HotelID != 0 {
		which = desk.OneHotelSearches
	}
	return strings.Trim(d.LeftFor(ctx, which), " ()")
}

// Seen converts a snapshot of a running search.
func (f *feed) Seen(seen desk.Snapshot) (listing.Page, bool) {
	s, ok := seen.Value.(search.HotelSnapshot)
	if !ok || s.Results == nil {
		return listing.Page{}, false
	}
	p := f.pageOf(&read{s, seen.List, seen.In, listing.QueryOf(seen.List, "getHotelSearchResults", nil)})
	p.Coming, p.Status = true, present.HotelsSoFar(s.Results.Metadata)
	return p, true
}

// pageOf converts a read to a page.
func (f *feed) pageOf(r *read) listing.Page {
	r.Body = nil // the rows keep the read in memory as long as they are listed
	r.of = r.in.Of(r.of)
	r.of.Made = f.now()
	meta, pages := r.Results.Metadata, desk.PagesOf(r.q.Op())
	p := listing.Page{
		List: r.of.Head(), N: max(meta.Page, 1), Size: max(min(meta.PageSize, pages.Widest), len(r.Results.Results), 1),
		Total: meta.TotalCandidates, All: present.LeftOut(r.of.View, meta.TotalBeforeFilters), Reach: pages.Most(), More: meta.HasMore,
		Reads: r.Reads, Status: present.Hotels(r.HotelSnapshot, r.q, r.of, r.in, desk.Meta{}, nil).Status,
		Listing: search.HotelListing(r.Results), Locale: meta.Locale, Value: r,
	}
	asked, cohort := r.of.Asked(), apiclient.GuestCohort(r.q.Text("guest-type"))
	for i, card := range r.Results.Results {
		h := &hotel{present.HotelRow(card, hotels.FirstRow(r.Results)+i, asked, cohort, r.in.Unit()), r}
		row := listing.Row{N: h.view.N, Text: strings.ToLower(strings.Join([]string{h.view.Name, h.view.District, h.view.City}, " ")), Value: h}
		if query.IsHotelID(card.HotelID) {
			row.ID = strconv.FormatInt(card.HotelID, 10)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// Took stores the properties of the table and the filter counts.
func (f *feed) Took(p listing.Page) {
	prices := make([]hotelview.StayPrice, len(p.Rows))
	for i, row := range p.Rows {
		prices[i] = row.Value.(*hotel).view.Price // always set by this feed
	}
	if doubts := hotelview.Doubts(prices); doubts != nil || p.N == 1 {
		f.doubts = doubts
	}
	r := p.Value.(*read) // always set by this feed
	f.found.Hotels(r.Results)
	if p.N > 1 && f.table.Common != nil {
		return
	}
	view := present.Hotels(r.HotelSnapshot, r.q, r.of, r.in, desk.Meta{}, nil)
	f.place = view.Place
	view.Common, view.Rows = new(hotelview.CommonOf(prices)), nil
	f.table = view
}

// Blocks lays out rows. What all prices have in common is shown above the list.
func (f *feed) Blocks(c canvas.Canvas, _ recall.List, rows []listing.Row) (head []string, blocks [][]string) {
	view := f.table
	view.Rows = make([]hotelview.HotelRow, len(rows))
	for i, row := range rows {
		view.Rows[i] = row.Value.(*hotel).view // always set by this feed
		view.Rows[i].N = row.N
	}
	f.charges = view.Charges(c)
	return view.Blocks(c)
}

// View explains marked prices and says what all prices have in common and how the list is filtered and sorted.
func (f *feed) View(of recall.List, q *ask.Values) []string {
	said := slices.Clone(f.doubts)
	if f.charges != "" {
		said = append(said, "prices: "+f.charges)
	}
	said = append(said, filters(of, q).Words()...)
	if q.Has("sort") {
		said = append(said, orderOf(of, q))
	}
	return said
}

func filters(of recall.List, q *ask.Values) present.Filters {
	return present.StayFilters(q.View(), cmp.Or(of.Terms.Currency, desk.ServiceCurrency))
}

// Sorts returns the orders of the API, with one order by score for each guest type, and nearest first if there is a
// point to measure from.
func (f *feed) Sorts(of recall.List) []listing.Sort {
	param, _ := f.query.Op().Param("sort")
	var all []listing.Sort
	add := func(word string, guests apiclient.GuestCohort) {
		s := listing.Sort{Word: word, Also: func(q *ask.Values) error {
			if guests != "" {
				q.Unset("guest-type")
				q.SetTyped("guest-type", string(guests))
			} else if !q.Has("min-guest-rating") { // that filter needs the guest type
				q.Unset("guest-type")
			}
			return nil
		}}
		q := ask.New("getHotelSearchResults", nil)
		_ = errors.Join(q.Set("sort", "--sort", word), s.Also(q)) // these words are valid in the API
		s.Does = orderOf(of, q)
		all = append(all, s)
	}
	for _, order := range param.Enum {
		if order != string(apiclient.HotelSortGuestRatingDesc) {
			add(ask.SortWord(order), "")
			continue
		}
		for _, guests := range hotels.Cohorts() {
			add(ask.SortWord(order), guests)
		}
	}
	if of.Asked().From().Lat != "" { // the search is around a point or an airport
		add(strings.TrimPrefix(ask.Nearest, "--sort "), "")
	}
	return all
}

// orderOf says how a list is sorted.
func orderOf(of recall.List, q *ask.Values) string {
	if from := of.Asked().From(); hotels.IsNearest(q) && from.Lat != "" {
		return "Nearest to " + cmp.Or(from.Code, "the point") + " first."
	}
	return present.HotelOrder(q)
}

// Same returns the index of the same hotel in another search.
func (f *feed) Same(old listing.Row, now []listing.Row) int {
	return slices.IndexFunc(now, func(row listing.Row) bool { return row.ID == old.ID })
}

// Why says why a page is empty.
func (f *feed) Why(ctx context.Context, d *desk.Desk, p listing.Page, q *ask.Values) []string {
	r, ok := p.Value.(*read)
	if !ok {
		return nil
	}
	found := hotels.Found{List: r.of}
	found.Value = r.HotelSnapshot
	return present.NoHotels(r.Results, filters(p.List, q).Name(hotels.WhyNone(ctx, d, found, desk.View{Query: q})), q)
}

// Command returns the command line that shows the list with the same filters and order.
func (f *feed) Command(of recall.List, q *ask.Values) string {
	if of.Search.ID == "" {
		return ""
	}
	q = q.Clone()
	q.Unset("page", "pageSize")
	return "travel hotels results" + q.SameView()
}

// hotelOf returns the hotel of a row with its data from the list.
func hotelOf(row listing.Row) hotels.Hotel {
	r := row.Value.(*hotel).page // always set by this feed
	list := hotels.Subject().Rows(r.HotelSnapshot, r.of, r.in)
	listed, _ := list.With(row.ID) // it is in the list, because it has an id
	listed.N = row.N
	return hotels.Hotel{Pick: desk.PickOf(list, listed)}
}

// Open returns the page of a hotel.
func (f *feed) Open(l *listing.List, row listing.Row) stage.Place {
	return f.visit.page(l.Stage(), f.with, hotelOf(row), func(by int) (hotels.Hotel, bool) {
		row, ok := l.Step(by)
		if !ok {
			return hotels.Hotel{}, false
		}
		return hotelOf(row), true
	})
}

// Compare returns the comparison of hotels.
func (f *feed) Compare(l *listing.List, rows []listing.Row) stage.Place {
	var all []desk.Pick
	for _, row := range rows {
		all = append(all, hotelOf(row).Pick)
	}
	return newCompare(l.Stage(), f.with, &f.visit, all)
}

// Facets returns the filters and what the answers say about them.
func (f *feed) Facets(_ recall.List) (facets.Subject, facets.Found) {
	return facets.Hotels(), f.found
}
