// Package dice draws numbers that look random but depend only on their inputs, so that made-up data does not
// change between two reads.
package dice

// Dice is a state that inputs are mixed into. Mixing returns a new Dice and leaves the old one unchanged.
type Dice uint64

// New returns a Dice for a seed.
func New(seed uint64) Dice { return Dice(mix(seed + golden)) }

// With returns the state with numbers mixed in, in order.
func (d Dice) With(inputs ...uint64) Dice {
	for _, input := range inputs {
		d = Dice(mix(uint64(d) ^ (input + golden)))
	}
	return d
}

// Word returns the state with a text mixed in.
func (d Dice) Word(text string) Dice {
	h := uint64(offset)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * prime
	}
	return d.With(h, uint64(len(text)))
}

// Unit returns a number in [0, 1).
func (d Dice) Unit() float64 { return float64(d>>11) / (1 << 53) }

// Between returns a number in [low, high).
func (d Dice) Between(low, high float64) float64 { return low + d.Unit()*(high-low) }

// Below returns a whole number in [0, n). n must be above 0.
func (d Dice) Below(n int) int { return int(uint64(d) % uint64(n)) }

// Chance reports whether an event of the given probability happens.
func (d Dice) Chance(probability float64) bool { return d.Unit() < probability }

// The constants of FNV-1a, for texts, and the golden ratio, which spreads small numbers.
const (
	offset = 0xcbf29ce484222325
	prime  = 0x100000001b3
	golden = 0x9e3779b97f4a7c15
)

// mix is the finalizer of splitmix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
