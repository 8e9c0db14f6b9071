package faults

// listMembers are the members of answers whose words the contract lists. A
// problem's code is left out, since an airport has a code too.
func listMembers() []string {
	return []string{
		"badges", "cabin", "coverage", "covers", "currencyCodeSource", "direction", "featured", "fromStationType",
		"guestType", "kind", "localeSource", "policy", "refundable", "resolvedFrom", "scope", "siteCodeSource",
		"stationType", "status", "toStationType", "transportType", "transportTypes", "type", "window",
	}
}
