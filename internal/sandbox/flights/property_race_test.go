//go:build race

package flights

// drawnSearches is how many random searches are held to the rules; the race
// detector takes ten times as long for each.
const drawnSearches = 100
