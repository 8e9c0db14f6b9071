package data

import (
	"cmp"
	"math"
	"slices"
)

// Currency is a currency that the sandbox converts to.
type Currency struct {
	Code   string  // ISO 4217
	Digits int     // decimals of the minor unit, ISO 4217
	PerUSD float64 // units for one US dollar: made up, realistic in magnitude
	Name   string  // English
}

// Round rounds an amount to the currency's minor unit, halves away from zero.
func (c Currency) Round(x float64) float64 {
	unit := math.Pow10(c.Digits)
	return math.Round(x*unit) / unit
}

// Currency is the currency with an ISO 4217 code.
func (w *World) Currency(code string) (Currency, bool) {
	i, ok := slices.BinarySearchFunc(currencies[:], code, func(c Currency, code string) int {
		return cmp.Compare(c.Code, code)
	})
	if !ok {
		return Currency{}, false
	}
	return currencies[i], true
}

// currencies is every currency the sandbox converts to, sorted by code. It is
// written by hand; the rates are sample data.
var currencies = [...]Currency{
	{"AED", 2, 3.6725, "United Arab Emirates Dirham"},
	{"ALL", 2, 83.4, "Albanian Lek"},
	{"AMD", 2, 382, "Armenian Dram"},
	{"ARS", 2, 1455, "Argentine Peso"},
	{"AUD", 2, 1.52, "Australian Dollar"},
	{"AZN", 2, 1.7, "Azerbaijani Manat"},
	{"BAM", 2, 1.68, "Bosnia-Herzegovina Convertible Mark"},
	{"BDT", 2, 122, "Bangladeshi Taka"},
	{"BHD", 3, 0.376, "Bahraini Dinar"},
	{"BND", 2, 1.29, "Brunei Dollar"},
	{"BOB", 2, 6.91, "Bolivian Boliviano"},
	{"BRL", 2, 5.38, "Brazilian Real"},
	{"CAD", 2, 1.39, "Canadian Dollar"},
	{"CHF", 2, 0.8, "Swiss Franc"},
	{"CLP", 0, 942, "Chilean Peso"},
	{"CNY", 2, 7.1, "Chinese Yuan"},
	{"COP", 2, 3870, "Colombian Peso"},
	{"CRC", 2, 503, "Costa Rican Colón"},
	{"CZK", 2, 20.9, "Czech Koruna"},
	{"DKK", 2, 6.42, "Danish Krone"},
	{"DOP", 2, 63.5, "Dominican Peso"},
	{"DZD", 2, 130, "Algerian Dinar"},
	{"EGP", 2, 47.6, "Egyptian Pound"},
	{"ETB", 2, 152, "Ethiopian Birr"},
	{"EUR", 2, 0.86, "Euro"},
	{"FJD", 2, 2.27, "Fijian Dollar"},
	{"GBP", 2, 0.755, "British Pound"},
	{"GEL", 2, 2.71, "Georgian Lari"},
	{"GHS", 2, 10.9, "Ghanaian Cedi"},
	{"GTQ", 2, 7.66, "Guatemalan Quetzal"},
	{"HKD", 2, 7.78, "Hong Kong Dollar"},
	{"HUF", 2, 333, "Hungarian Forint"},
	{"IDR", 2, 16620, "Indonesian Rupiah"},
	{"ILS", 2, 3.27, "Israeli New Shekel"},
	{"INR", 2, 88.6, "Indian Rupee"},
	{"IQD", 3, 1310, "Iraqi Dinar"},
	{"ISK", 0, 126, "Icelandic Króna"},
	{"JMD", 2, 160, "Jamaican Dollar"},
	{"JOD", 3, 0.709, "Jordanian Dinar"},
	{"JPY", 0, 153, "Japanese Yen"},
	{"KES", 2, 129, "Kenyan Shilling"},
	{"KGS", 2, 87.4, "Kyrgyzstani Som"},
	{"KHR", 2, 4020, "Cambodian Riel"},
	{"KRW", 0, 1430, "South Korean Won"},
	{"KWD", 3, 0.307, "Kuwaiti Dinar"},
	{"KZT", 2, 528, "Kazakhstani Tenge"},
	{"LAK", 2, 21700, "Laotian Kip"},
	{"LBP", 2, 89500, "Lebanese Pound"},
	{"LKR", 2, 304, "Sri Lankan Rupee"},
	{"MAD", 2, 9.26, "Moroccan Dirham"},
	{"MDL", 2, 17.0, "Moldovan Leu"},
	{"MKD", 2, 53.1, "Macedonian Denar"},
	{"MNT", 2, 3590, "Mongolian Tugrik"},
	{"MOP", 2, 8.01, "Macanese Pataca"},
	{"MUR", 2, 45.6, "Mauritian Rupee"},
	{"MVR", 2, 15.4, "Maldivian Rufiyaa"},
	{"MXN", 2, 18.5, "Mexican Peso"},
	{"MYR", 2, 4.2, "Malaysian Ringgit"},
	{"NGN", 2, 1445, "Nigerian Naira"},
	{"NOK", 2, 10.1, "Norwegian Krone"},
	{"NPR", 2, 142, "Nepalese Rupee"},
	{"NZD", 2, 1.74, "New Zealand Dollar"},
	{"OMR", 3, 0.3845, "Omani Rial"},
	{"PAB", 2, 1, "Panamanian Balboa"},
	{"PEN", 2, 3.38, "Peruvian Sol"},
	{"PHP", 2, 58.7, "Philippine Peso"},
	{"PKR", 2, 281, "Pakistani Rupee"},
	{"PLN", 2, 3.66, "Polish Zloty"},
	{"PYG", 0, 7080, "Paraguayan Guarani"},
	{"QAR", 2, 3.64, "Qatari Riyal"},
	{"RON", 2, 4.38, "Romanian Leu"},
	{"RSD", 2, 101, "Serbian Dinar"},
	{"RUB", 2, 81.2, "Russian Ruble"},
	{"RWF", 0, 1450, "Rwandan Franc"},
	{"SAR", 2, 3.75, "Saudi Riyal"},
	{"SEK", 2, 9.44, "Swedish Krona"},
	{"SGD", 2, 1.29, "Singapore Dollar"},
	{"THB", 2, 32.5, "Thai Baht"},
	{"TND", 3, 2.93, "Tunisian Dinar"},
	{"TRY", 2, 42.1, "Turkish Lira"},
	{"TTD", 2, 6.78, "Trinidad & Tobago Dollar"},
	{"TWD", 2, 30.8, "New Taiwan Dollar"},
	{"TZS", 2, 2460, "Tanzanian Shilling"},
	{"UAH", 2, 42.0, "Ukrainian Hryvnia"},
	{"UGX", 0, 3480, "Ugandan Shilling"},
	{"USD", 2, 1, "US Dollar"},
	{"UYU", 2, 39.9, "Uruguayan Peso"},
	{"UZS", 2, 12050, "Uzbekistani Som"},
	{"VND", 0, 26300, "Vietnamese Dong"},
	{"XAF", 0, 565, "Central African CFA Franc"},
	{"XCD", 2, 2.7, "East Caribbean Dollar"},
	{"XOF", 0, 565, "West African CFA Franc"},
	{"XPF", 0, 103, "CFP Franc"},
	{"ZAR", 2, 17.3, "South African Rand"},
	{"ZMW", 2, 22.1, "Zambian Kwacha"},
}
