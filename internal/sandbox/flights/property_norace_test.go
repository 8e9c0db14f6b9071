//go:build !race

package flights

// drawnSearches is how many random searches are held to the rules.
const drawnSearches = 1000
