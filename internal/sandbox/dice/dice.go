// Package dice draws numbers that look random but are the same for the same
// inputs, so that a made-up world does not change between two reads.
package dice

// Dice is a state that inputs are mixed into. Mixing gives a new Dice and
// leaves the old one as it was.
type Dice uint64

// New starts from a seed.
func New(seed uint64) Dice { return Dice(mix(seed + golden)) }

// With mixes numbers into the state, in order.
func (d Dice) With(inputs ...uint64) Dice {
	for _, input := range inputs {
		d = Dice(mix(uint64(d) ^ (input + golden)))
	}
	return d
}

// Word mixes a text into the state.
func (d Dice) Word(text string) Dice {
	h := uint64(offset)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * prime
	}
	return d.With(h, uint64(len(text)))
}

// Unit is a number from 0 up to but not including 1.
func (d Dice) Unit() float64 { return float64(d>>11) / (1 << 53) }

// Between is a number from low up to but not including high.
func (d Dice) Between(low, high float64) float64 { return low + d.Unit()*(high-low) }

// Below is a whole number from 0 up to but not including n, which is above 0.
func (d Dice) Below(n int) int { return int(uint64(d) % uint64(n)) }

// Chance tells whether an event of the given probability happens.
func (d Dice) Chance(probability float64) bool { return d.Unit() < probability }

// FNV-1a for texts, and the golden ratio that keeps small numbers apart.
const (
	offset = 0xcbf29ce484222325
	prime  = 0x100000001b3
	golden = 0x9e3779b97f4a7c15
)

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
