package hotels

import (
	"fmt"

	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/wire"
)

// subject is a group of pictures.
type subject struct {
	word, category, alt string
	needs               string // amenity
	most                int
}

// subjects are what a hotel has pictures of; the first is its main one.
var subjects = [...]subject{
	{word: "exterior", category: "Exterior", alt: "The house from the street", most: 2},
	{word: "lobby", category: "Lobby", alt: "The lobby", most: 2},
	{word: "room", category: "Rooms", alt: "A room", most: 4},
	{word: "bathroom", category: "Bathroom", alt: "A bathroom", most: 2},
	{word: "dining", category: "Dining", alt: "The restaurant", needs: "Restaurant", most: 3},
	{word: "breakfast", category: "Dining", alt: "The breakfast room", needs: "Breakfast", most: 1},
	{word: "pool", category: "Pool", alt: "The pool", needs: "Outdoor pool", most: 2},
	{word: "spa", category: "Wellness", alt: "The spa", needs: "Spa", most: 2},
	{word: "gym", category: "Wellness", alt: "The fitness room", needs: "Fitness centre", most: 1},
	{word: "view", category: "View", alt: "The view", needs: "Terrace", most: 1},
}

// Subjects are the words that the addresses of a hotel's pictures begin with.
// Beside them are those of a room type, as in room-dbl-1.
func Subjects() []string {
	var list []string
	for _, s := range subjects {
		list = append(list, s.word)
	}
	return list
}

// picture is the address of a picture.
func (e *Engine) picture(hotelID int64, name string) string {
	return fmt.Sprintf("%s/images/hotels/%d/%s.svg", e.options.SiteURL, hotelID, name)
}

// gallery is a hotel's pictures in groups.
func (e *Engine) gallery(h *directory.Hotel) []wire.CategorizedImages {
	var groups []wire.CategorizedImages
	for i, s := range subjects {
		if s.needs != "" && !h.Offers(s.needs) {
			continue
		}
		if n := len(groups); n == 0 || groups[n-1].Category != s.category {
			groups = append(groups, wire.CategorizedImages{Category: s.category})
		}
		group := &groups[len(groups)-1]
		for n := range 1 + h.Dice.Word("pictures").With(uint64(i)).Below(s.most) {
			image := wire.HotelImage{URL: e.picture(h.ID, fmt.Sprintf("%s-%d", s.word, n+1))}
			if n == 0 {
				image.AltText = new(s.alt + ", " + h.Name)
			}
			group.Images = append(group.Images, image)
		}
	}
	return groups
}

// pictures is the same in one list; never empty.
func (e *Engine) pictures(h *directory.Hotel) []string {
	var list []string
	for _, group := range e.gallery(h) {
		for _, image := range group.Images {
			list = append(list, image.URL)
		}
	}
	return list
}

// pageURL is a hotel's page on the site.
func (e *Engine) pageURL(hotelID int64) string {
	return fmt.Sprintf("%s/hotel/%d", e.options.SiteURL, hotelID)
}
