package rest

import "slices"

// notMoney are the codes that ISO 4217 lists without a minor unit: no currency, a test, metals and
// units of account. No price can be told in them.
var notMoney = [...]string{
	"XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX",
}

// isMoney tells whether a well-formed code may be that of a currency.
func isMoney(code string) bool { return !slices.Contains(notMoney[:], code) }
