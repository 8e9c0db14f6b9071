package flights

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// passengers returns the number of travelers of each type and the share of an adult fare that each pays.
func (q Query) passengers() [3]passengers {
	return [...]passengers{
		{wire.PassengerPriceTypeAdult, q.Adults, 1},
		{wire.PassengerPriceTypeChild, q.Children, 0.75},
		{wire.PassengerPriceTypeInfant, q.Infants, 0.1},
	}
}

type passengers struct {
	kind   wire.PassengerPriceType
	count  int
	weight float64
}

// party returns the number of adult fares that the whole party pays.
func (q Query) party() float64 {
	sum := 0.0
	for _, p := range q.passengers() {
		sum += float64(p.count) * p.weight
	}
	return sum
}

// search is the complete content of a search, regardless of how much has been answered so far. It is immutable
// once built.
type search struct {
	query   Query // without its id, created at midnight: everything that trips and prices depend on
	cabin   cabin // the cabin sold, which is below the requested one if no flight has that
	dice    dice.Dice
	sellers []*seller
	brings  []int // the batches that contain fares, see offer
	trips   []*trip
}

// trip is an outbound leg and, for a round trip, a return leg.
type trip struct {
	legs    []*plan // outbound first
	code    string  // identifies the flights, the same in every search
	fare    float64 // USD for one adult
	cost    float64 // to a traveler, see plan
	stops   int     // of the leg with the most stops
	minutes int     // total of all legs
	waits   int     // layover minutes of the leg with the longest total wait
	door    float64 // minutes from one town to the other
	offers  []offer // cheapest first
}

// maxTrips is the maximum number of trips in a search. turnaround is the minimum time at the destination in
// minutes.
const (
	maxTrips   = 1150
	turnaround = 60
)

// build plans and prices a search and generates its offers.
func build(table *timetable.Timetable, seed uint64, q Query) *search {
	s := &search{query: q}
	from, to := table.Ends(q.From), table.Ends(q.To)
	var legs [2][]*plan // out and back
	var days [2]timetable.Day
	wanted := cabin(max(0, slices.Index(cabinNames, wire.CabinClass(q.Cabin))))
	for i, text := range []string{q.Out, q.Back} {
		if text == "" {
			continue
		}
		midnight, _ := time.Parse(time.DateOnly, text)
		days[i] = timetable.DayOf(midnight)
		legs[i] = findPlans(table, from, to, days[i])
		s.cabin = economy
		for _, p := range legs[i] { // if no flight has the cabin, the best one below it is sold
			s.cabin = max(s.cabin, aboard(p.longest().Flight, wanted))
		}
		wanted = s.cabin
		from, to = to, from
	}
	s.dice = dice.New(seed).Word(q.From).Word(q.To).With(uint64(days[0]), uint64(days[1]), uint64(s.cabin)).Word(q.Site)
	for i := range legs {
		legs[i] = s.priced(dice.New(seed).Word("fare"), days[i], legs[i])
	}
	if q.Back != "" {
		s.trips = roundTrips(legs[0], legs[1])
	} else {
		for _, p := range legs[0] {
			s.trips = append(s.trips, newTrip(p))
		}
	}
	// Keep the least costly trips and all nonstop ones, however expensive, because travelers look for them.
	slices.SortStableFunc(s.trips, func(a, b *trip) int {
		return cmp.Or(cmp.Compare(min(a.stops, 1), min(b.stops, 1)), cmp.Compare(a.cost, b.cost))
	})
	s.trips = s.trips[:min(len(s.trips), maxTrips)]
	s.sellers = sellersOf(s.dice, s.trips)
	least, fastest := math.Inf(1), math.Inf(1)
	for _, t := range s.trips {
		t.offers = s.offersFor(t)
		least, fastest = min(least, t.offers[0].usd), min(fastest, t.door)
	}
	// A fare's score is from 0 to 10. It compares the price and the duration with the lowest of the whole search,
	// so that it stays the same while the search runs, and adds points for few stops and a trusted seller.
	for _, t := range s.trips {
		stops := 1 / (1 + 0.8*float64(t.stops))
		for i := range t.offers {
			o := &t.offers[i]
			o.score = 4*math.Pow(least/o.usd, 1.1) + 4*math.Pow(fastest/t.door, 1.2) + 1.5*stops + 0.5*s.sellers[o.seller].trust
			s.brings = appendNew(s.brings, o.batch)
		}
	}
	return s
}

// roundTrips combines outbound and return legs: nonstop ones, those sold by one carrier, and the best of all.
func roundTrips(outs, backs []*plan) []*trip {
	costs := func(a, b *plan) int { return cmp.Compare(a.cost, b.cost) }
	slices.SortStableFunc(outs, costs)
	slices.SortStableFunc(backs, costs)
	made := map[[2]*plan]bool{}
	var trips []*trip
	// add combines the least costly of the wanted legs if there is enough time between them.
	add := func(most int, wanted func(*plan) bool) {
		outs, backs := chosen(outs, wanted), chosen(backs, wanted)
		for _, out := range outs[:min(len(outs), most)] {
			for _, back := range backs[:min(len(backs), most)] {
				both := [2]*plan{out, back}
				if !made[both] && back.first().leave >= out.last().land+turnaround {
					made[both] = true
					trips = append(trips, newTrip(out, back))
				}
			}
		}
	}
	add(18, func(p *plan) bool { return p.stops() == 0 })
	for _, a := range data.Airlines() {
		add(8, func(p *plan) bool { return p.seller == a })
	}
	all := func(*plan) bool { return true }
	if add(22, all); len(trips) == 0 {
		add(220, all)
	}
	return trips
}

func chosen(plans []*plan, wanted func(*plan) bool) []*plan {
	var found []*plan
	for _, p := range plans {
		if wanted(p) {
			found = append(found, p)
		}
	}
	return found
}

func newTrip(legs ...*plan) *trip {
	t := &trip{legs: legs, code: legs[0].code}
	for _, leg := range legs {
		t.fare += leg.fare
		t.cost += leg.cost
		t.stops = max(t.stops, leg.stops())
		t.minutes += leg.minutes
		t.waits = max(t.waits, leg.waiting)
		t.door += float64(leg.minutes)
		if !leg.first().Aircraft.OnGround() {
			t.door += 90 // getting to the airport, checking in and getting into town
		}
	}
	if len(legs) == 2 {
		t.code = shortCode(legs[0].code + legs[1].code)
		if a := t.seller(); a != nil && a.Kind == data.FullService { // both legs on one ticket
			t.cost -= 0.2 * t.fare
			t.fare *= 0.8
		}
	}
	return t
}

// seller returns the carrier that sells every leg of the trip, or nil.
func (t *trip) seller() *data.Airline {
	if a := t.legs[0].seller; a == t.legs[len(t.legs)-1].seller {
		return a
	}
	return nil
}

// cabin is a class of travel, in ascending order.
type cabin uint8

const (
	economy cabin = iota
	premiumEconomy
	business
	first
)

var cabinNames = []wire.CabinClass{
	wire.CabinClassEconomy, wire.CabinClassPremiumEconomy, wire.CabinClassBusiness, wire.CabinClassFirst,
}

// withoutPremium has carriers whose wide bodies have no premium economy cabin. withFirst has carriers with a
// first class, and firstTypes the aircraft that have it.
var (
	withoutPremium = []string{"QR", "EY", "ET", "MS", "RJ", "KU", "GF", "WY", "SV", "AH", "TU", "PK", "BG", "KQ", "AR", "TP", "IB", "UX", "AT"}
	withFirst      = []string{"EK", "EY", "SQ", "LH", "LX", "BA", "AF", "JL", "NH", "CX", "QF", "SV", "AI", "CA", "MU", "CZ", "TG", "QR", "AA", "KE", "GA", "MH", "KU"}
	firstTypes     = []string{"388", "77W", "74H", "744", "773", "351"}
)

// aboard returns the cabin for a traveler who asks for wanted: that one, or the best one below it that the flight
// has.
func aboard(f *timetable.Flight, wanted cabin) cabin {
	a, body := f.Operator, f.Aircraft.Body
	switch wide := body == data.WideBody; {
	case wanted == first && f.Km > 2500 && slices.Contains(withFirst, a.Code) && slices.Contains(firstTypes, f.Aircraft.Code):
		return first
	case wanted >= business && (wide || !timetable.Cheap(a) && (body == data.TrainBody || body <= data.RegionalBody && f.Aircraft.Cruise > 600)):
		return business
	case wanted >= premiumEconomy && wide && a.Kind != data.Regional && !slices.Contains(withoutPremium, a.Code):
		return premiumEconomy
	}
	return economy
}

// priced returns the plans whose longest flight has the cabin. It sets their fare for one adult and their cost to
// a traveler.
func (s *search) priced(d dice.Dice, day timetable.Day, plans []*plan) []*plan {
	plans = chosen(plans, func(p *plan) bool { return aboard(p.longest().Flight, s.cabin) == s.cabin })
	hourly := []float64{18, 26, 50, 75}[s.cabin] // value of an hour to a traveler, in USD
	fastest, cheapest := math.MaxInt, math.Inf(1)
	for _, p := range plans {
		from, to := p.first().From, p.last().To
		market := d.Word(from.CityCode).Word(to.CityCode).With(uint64(day)).Between(0.93, 1.08)
		p.fare = s.usualFare(d, p) * market * demand(from, to, day, day-timetable.DayOf(s.query.Created)) * [...]float64{1.1, 0.9, 0.87}[p.stops()]
		for i, r := range p.rides {
			if p.sold[i] != r.Sold[0] {
				p.fare *= 1.03 // the main seller charges a little less
			}
			p.fare += tax(r)
		}
		p.cost = p.fare + hourly*float64(p.minutes)/60 + 25*float64(p.stops())
		if p.stops() == 0 {
			fastest, cheapest = min(fastest, p.minutes), min(cheapest, p.fare)
		}
	}
	if fastest > 120 {
		return plans
	}
	// Where a direct flight takes at most two hours, drop much longer connections unless they are cheaper.
	return slices.DeleteFunc(plans, func(p *plan) bool { return p.stops() > 0 && p.minutes > 2*fastest+120 && p.fare >= cheapest })
}

// usualFare returns the fare on a day of low demand, before tax. It depends on the distance, and on the carrier's
// price level and the cabin of each flight.
func (s *search) usualFare(d dice.Dice, p *plan) float64 {
	flown, weighted, onGround := 0.0, 0.0, true
	for _, r := range p.rides {
		level := [...]float64{data.FullService: 1, data.LowCost: 0.62, data.Leisure: 0.72, data.Regional: 1.15, data.Ground: 0.9}[r.Operator.Kind]
		if r.Aircraft.Body == data.BusBody {
			level = 0.35
		}
		carrier := d.Word(r.Sold[0].Airline.Code)
		level *= carrier.Between(0.92, 1.1) * carrier.With(uint64(r.Sold[0].Number), uint64(r.day)).Between(0.88, 1.12)
		km, far := max(r.Km, 60), min(1, r.Km/6000) // on short flights, cabins differ little
		flown += km
		weighted += km * level * [...]float64{1, 1.45 + 0.4*far, 2.1 + 1.7*far, 3.6 + 3*far}[aboard(r.Flight, s.cabin)]
		onGround = onGround && r.Aircraft.OnGround()
	}
	direct := timetable.Distance(p.first().From, p.last().To)
	usual := 30 + 0.30*math.Pow(0.6*direct+0.4*flown, 0.83)
	if onGround {
		usual = 6 + 0.18*math.Pow(direct, 0.95) // a train has lower fixed costs than a plane
	}
	return usual * weighted / flown
}

// tax returns the airport charges and taxes for one adult on a ride, in USD.
func tax(r ride) float64 {
	switch {
	case r.Aircraft.OnGround():
		return 2
	case r.Km > 3500:
		return 59
	}
	return 14
}

// demand returns the factor that season, weekday and the days between booking and departure apply to a fare. The
// season covers holidays in both hemispheres and the turn of the year everywhere.
func demand(from, to *timetable.Place, day, ahead timetable.Day) float64 {
	date := day.Date()
	season := [...]float64{0.92, 0.92, 1, 1.06, 1, 1.06, 1.2, 1.2, 1.06, 1, 0.92, 1}[date.Month()-1]
	if to.Lat < -15 || from.Lat < -15 { // the seasons are reversed
		season = 1 + (1-season)*0.5
	}
	if date.Month() == time.December && date.Day() >= 17 || date.Month() == time.January && date.Day() <= 4 {
		season = 1.34
	}
	season *= [...]float64{1.0, 0.94, 0.94, 0.99, 1.07, 1.0, 1.07}[day.Weekday()-1]
	for _, lead := range []struct {
		days   timetable.Day
		factor float64
	}{{2, 1.62}, {6, 1.42}, {13, 1.2}, {20, 1.06}, {75, 0.97}, {150, 0.94}} {
		if ahead <= lead.days {
			return season * lead.factor
		}
	}
	return season
}

// offer is a fare: one seller's price for one trip.
type offer struct {
	seller     int // index among the search's sellers
	number     int // counts the seller's fares for this trip, from 1
	batch      int // 2*seller, or 2*seller+1 for the seller's second answer
	refundable bool
	baggage    int     // index among the allowances, or notStated
	usd        float64 // whole party, fees included, in whole cents
	score      float64
}

// allowances has the baggage that fares and options include, least first. Some sellers do not state it.
var allowances = [...]wire.Baggage{
	{Cabin: new("1 bag, 7 kg"), Checked: new("not included")},
	{Cabin: new("1 bag, 7 kg"), Checked: new("1 bag, 23 kg")},
	{Cabin: new("1 bag, 10 kg"), Checked: new("1 bag, 30 kg")},
	{Cabin: new("1 bag, 10 kg"), Checked: new("2 bags, 23 kg each")},
	{Cabin: new("2 bags, 7 kg each"), Checked: new("2 bags, 32 kg each")},
}

const notStated = -1

// seller sells fares: the service itself, a carrier, or an agency.
type seller struct {
	code    string
	name    string
	color   string // #rrggbb
	kind    wire.FareKind
	airline *data.Airline // only for a carrier
	markup  float64       // factor on every fare, 1 for none
	fee     float64       // per booking, in USD
	reach   float64       // share of the trips that it offers, 0 to 1
	trust   float64       // 0 to 1
	bags    bool          // states the baggage that a fare includes
}

// agencies have obviously made-up names.
var agencies = [...]seller{
	{"sample-fares", "Sample Fares", "#b3261e", wire.FareKindPartner, nil, 0.985, 9, 0.7, 0.55, false},
	{"example-voyages", "Example Voyages", "#1e4fb3", wire.FareKindPartner, nil, 1.004, 4, 0.75, 0.8, true},
	{"imaginary-trips", "Imaginary Trips", "#6a1eb3", wire.FareKindPartner, nil, 0.972, 14, 0.5, 0.35, false},
	{"placeholder-air", "Placeholder Air Tickets", "#8a6d00", wire.FareKindPartner, nil, 0.99, 6, 0.6, 0.6, true},
	{"pretend-journeys", "Pretend Journeys", "#00695c", wire.FareKindPartner, nil, 1.015, 0, 0.66, 0.85, true},
	{"fictional-flights", "Fictional Flights", "#c2185b", wire.FareKindPartner, nil, 0.98, 11, 0.55, 0.45, false},
	{"madeup-travel", "Madeup Travel", "#37474f", wire.FareKindPartner, nil, 1, 5, 0.5, 0.7, false},
	{"specimen-tickets", "Specimen Tickets", "#5d4037", wire.FareKindPartner, nil, 0.993, 7, 0.45, 0.65, true},
	{"mock-holidays", "Mock Holidays", "#ef6c00", wire.FareKindPartner, nil, 1.02, 0, 0.4, 0.75, true},
	{"testbed-tours", "Testbed Tours", "#2e7d32", wire.FareKindPartner, nil, 0.976, 12, 0.42, 0.4, false},
	{"dummy-departures", "Dummy Departures", "#4527a0", wire.FareKindPartner, nil, 0.997, 8, 0.58, 0.5, false},
	{"invented-itineraries", "Invented Itineraries", "#00838f", wire.FareKindPartner, nil, 1.008, 3, 0.48, 0.78, false},
}

// Limits on sellers: the service, five to eight agencies, and up to six carriers.
const (
	fewestAgencies = 5
	mostAgencies   = 8
	mostCarriers   = 6
)

// sellersOf chooses the sellers for a search. The service is always the first; the carriers are those that sell
// the most trips alone.
func sellersOf(d dice.Dice, trips []*trip) []*seller {
	sellers := []*seller{{"platform", "Travel Sandbox", "#0b6e6e", wire.FareKindPlatform, nil, 1.012, 0, 0.82, 0.95, true}}
	order := d.Word("agencies")
	shuffled := slices.SortedFunc(slices.Values(agencies[:]), func(a, b seller) int {
		return cmp.Compare(order.Word(a.code), order.Word(b.code))
	})
	for i := range shuffled[:fewestAgencies+order.Below(mostAgencies-fewestAgencies+1)] {
		sellers = append(sellers, &shuffled[i])
	}
	count := map[*data.Airline]int{}
	var carriers []*data.Airline
	for _, t := range trips {
		if a := t.seller(); a != nil {
			carriers = appendNew(carriers, a)
			count[a]++
		}
	}
	slices.SortFunc(carriers, func(a, b *data.Airline) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a.Code, b.Code))
	})
	for _, a := range carriers[:min(len(carriers), mostCarriers)] {
		color := fmt.Sprintf("#%06x", uint64(dice.New(1).Word(a.Code))&0x7f7f7f) // made up, dark enough for white text
		sellers = append(sellers, &seller{a.Code, a.Name, color, wire.FareKindAirline, a, 1.006, 0, 1, 0.92, true})
	}
	return sellers
}

// offersFor returns every fare of a trip, cheapest first, with ties broken by seller code and number. Each seller
// has a plain fare and sometimes a refundable one. There is at least one seller.
func (s *search) offersFor(t *trip) []offer {
	var offers []offer
	sells := func(index int, d dice.Dice) {
		one := s.sellers[index]
		basic := t.fare * s.query.party() * one.markup * d.Word("price").Between(0.985, 1.02)
		o := offer{
			seller: index, number: 1, batch: 2 * index, usd: cents(basic + one.fee),
			refundable: d.Word("refund").Chance(0.12), baggage: notStated,
		}
		if d.Word("batch").Chance(0.25) {
			o.batch++
		}
		if longest := t.legs[0].longest(); one.bags && !d.Word("silent").Chance(0.15) {
			switch {
			case timetable.Cheap(longest.Operator) || s.cabin < business && longest.Km < 2500 && d.Word("light").Chance(0.7):
				o.baggage = 0
			case s.cabin < business:
				o.baggage = 1
			default:
				o.baggage = len(allowances) - 1
			}
		}
		offers = append(offers, o)
		if flexible := d.Word("flexible"); !o.refundable && flexible.Chance(0.22) {
			o.number, o.refundable = 2, true
			o.usd = cents(basic*flexible.Word("price").Between(1.18, 1.42) + one.fee)
			if o.baggage == 0 {
				o.baggage = 1
			}
			offers = append(offers, o)
		}
	}
	d := s.dice.Word(t.code)
	for i, one := range s.sellers {
		each := d.Word(one.code)
		if one.airline == nil && each.Chance(one.reach) || one.airline != nil && t.seller() == one.airline {
			sells(i, each)
		}
	}
	if len(offers) == 0 {
		sells(1+d.Below(fewestAgencies), d)
	}
	slices.SortFunc(offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(a.usd, b.usd),
			cmp.Compare(s.sellers[a.seller].code, s.sellers[b.seller].code), cmp.Compare(a.number, b.number))
	})
	return offers
}

// cents rounds an amount in USD to whole cents.
func cents(usd float64) float64 { return math.Round(usd*100) / 100 }

// answered is the set of batches that have arrived, one bit each. There are at most 15 sellers.
type answered uint64

// answeredBy returns the batches that have arrived at an age of the search. They arrive one by one, beginning at
// about 1.1 seconds and ending between 4.2 and 6.4, and never more than a second apart, so that a client that
// stops after 1.2 quiet seconds does not stop too early.
func (s *search) answeredBy(created time.Time, age time.Duration) answered {
	d := s.dice.Word("arrivals").With(uint64(created.UnixMilli()))
	order := slices.SortedFunc(slices.Values(s.brings), func(a, b int) int {
		return cmp.Compare(d.With(uint64(a)), d.With(uint64(b)))
	})
	first, last := d.Word("first").Between(1.05, 1.3), d.Word("last").Between(4.2, 6.4)
	apart := min(1, (last-first)/float64(max(1, len(order)-1)))
	var in answered
	for i, batch := range order {
		if age.Seconds() >= first+apart*float64(i) {
			in |= 1 << batch
		}
	}
	return in
}
