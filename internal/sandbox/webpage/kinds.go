package webpage

import (
	"fmt"
	"strings"
)

// escape is a kind of place that a value may stand in, by what the value goes through for it.
type escape string

const (
	asText    escape = "text"    // or an attribute that only names or describes
	asAddress escape = "address" // the whole value of an attribute that is followed or loaded
	asTarget  escape = "target"  // where a page that loads itself again goes
)

// function is what a value goes through.
func (e escape) function() func(string) string {
	text := strings.NewReplacer(
		"\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;",
	)
	switch e {
	case asAddress:
		return func(address string) string { return text.Replace(encoded(harmless(address))) }
	case asTarget:
		return func(address string) string { return text.Replace(harmless(address)) }
	}
	return text.Replace
}

// harmless is the address if it is relative or one of the web; another could run a script.
func harmless(address string) string {
	scheme, _, ok := strings.Cut(address, ":")
	if !ok || strings.Contains(scheme, "/") || strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") {
		return address
	}
	return "#ZgotmplZ" // as html/template has it
}

// encoded writes what may not stand in an address as %XX, and leaves what is written so already.
func encoded(address string) string {
	const hex = "0123456789abcdefABCDEF"
	var out strings.Builder
	for i := range len(address) {
		c := address[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("!#$&*+,/:;=?@[]-._~", c) >= 0,
			c == '%' && i+2 < len(address) && strings.IndexByte(hex, address[i+1]) >= 0 && strings.IndexByte(hex, address[i+2]) >= 0:
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, "%%%02x", c)
		}
	}
	return out.String()
}
