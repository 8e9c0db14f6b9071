package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/desk/search"
)

type hotelsCompareOptions struct {
	app    *app
	hotels []string // as typed
	read   *params
}

func newHotelsCompare(a *app) *cobra.Command {
	o := &hotelsCompareOptions{app: a, read: newParams("getHotel", &dateBase{today: a.env.Now})}
	cmd := &cobra.Command{
		Use:   "compare HOTEL HOTEL...",
		Short: "Put hotels side by side, differences first",
		Long: `Put two to six hotels side by side: what differs first, then what is the same. Each HOTEL is
a row number of the last list of hotels, or a hotel id, and is read once; it spends no search.
Prices and the scores of couples, families and so on are those of the list, for its days and
guests. An amenity that is "not listed" is no "no".

--json prints the hotels as the service sent them, in one list, and beside it what the last
list said of each.`,
		Example: `  travel hotels compare 1 4 7
  travel hotels compare 2 392299429 --json`,
		Args: arguments("HOTEL HOTEL...", leastCompared, mostCompared),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hotels = args
			return runHotelsCompare(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "hotelId", "view")
	a.completeRows(cmd, recall.Hotels, 9)
	return cmd
}

// comparedHotel is one hotel on its way to the table.
type comparedHotel struct {
	picked pickedHotel
	body   []byte
	hotel  apiclient.Hotel
}

func runHotelsCompare(ctx context.Context, o *hotelsCompareOptions) error {
	hotels, err := o.pick()
	if err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetHotelParams](ctx, o.app, o.read, choiceOf(hotels[0].picked.about))
	if err != nil {
		return err
	}
	reads, ctx := errgroup.WithContext(ctx)
	for i := range hotels {
		reads.Go(search.Guarded(func() error { return hotels[i].read(ctx, call) }))
	}
	if err := reads.Wait(); err != nil {
		return err
	}
	facts := newFacts("getHotel")
	chosen{locale: call.choice.locale}.record(&facts, "", "en")
	for _, h := range hotels {
		facts.Next = append(facts.Next, "travel hotels rates "+h.picked.argument())
	}
	body, err := hotelBodies(hotels)
	if err != nil {
		return err
	}
	table := hotelsTable(hotels, o.app.unit)
	return o.app.answer(body, facts, table, table.Notes)
}

// pick finds the hotels, and refuses the same one twice.
func (o *hotelsCompareOptions) pick() ([]comparedHotel, error) {
	const help = "travel hotels compare --help"
	var hotels []comparedHotel
	for _, text := range o.hotels {
		p, err := o.app.pickHotel("HOTEL", text, help)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(hotels, func(h comparedHotel) bool { return h.picked.id == p.id }) {
			return nil, misuse{Text: "HOTEL " + quoteArg(text) + " is named twice; compare different hotels", Next: help}
		}
		hotels = append(hotels, comparedHotel{picked: p})
	}
	return hotels, nil
}

func (h *comparedHotel) read(ctx context.Context, call call[apiclient.GetHotelParams]) error {
	answer, err := call.client.GetHotel(ctx, h.picked.id, &call.params)
	if err != nil {
		return fmt.Errorf("open %s: %w", h.picked.title(), err)
	}
	h.body, h.hotel = answer.Body, *answer.Value
	return nil
}

// hotelBodies is a document with the bodies as they came, and beside them what
// the list said.
func hotelBodies(hotels []comparedHotel) ([]byte, error) {
	type listed struct {
		HotelID int64             `json:"hotelId"`
		Number  int               `json:"number,omitempty"`
		Facts   map[string]string `json:"facts,omitempty"`
	}
	var document struct {
		Hotels []json.RawMessage `json:"hotels"`
		Listed []listed          `json:"listed"`
	}
	for _, h := range hotels {
		document.Hotels = append(document.Hotels, h.body)
		document.Listed = append(document.Listed, listed{h.picked.id, h.picked.row, h.picked.facts})
	}
	return json.Marshal(document)
}

func hotelsTable(hotels []comparedHotel, unit figure.Unit) grid.Comparison {
	heads := make([]string, len(hotels))
	for i, h := range hotels {
		heads[i] = h.hotel.Name
		if h.picked.row > 0 {
			heads[i] = fmt.Sprintf("%d %s", h.picked.row, h.hotel.Name)
		}
	}
	table := grid.Comparison{Heads: heads, Facts: hotelFacts(hotels, unit)}
	about := hotels[0].picked.about
	if about.CheckIn != "" {
		guests := guestWords(apiclient.Occupancy{Adults: about.Adults, ChildrenAges: about.ChildrenAges, Rooms: about.Rooms})
		table.Notes = append(table.Notes, fmt.Sprintf("Prices are the list's: %s, %s, the whole booking. All in is the night with what is known to come on top.", stayInList(hotels[0].picked), guests))
	}
	if shared := sharedAmenities(hotels); len(shared) > 0 {
		table.Notes = append(table.Notes, "All offer "+joinAnd(shared)+".")
	}
	return table
}
