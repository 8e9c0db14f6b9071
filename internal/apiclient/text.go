package apiclient

import "travel.example/travel/internal/transport"

// Bounds of foreign text in characters: in an error, in a line of the log.
const (
	maxPrintable = 500
	maxLogged    = 4000
)

// printable makes foreign text fit for one line of an error.
func printable(s string) string { return transport.OneLine(s, maxPrintable) }
