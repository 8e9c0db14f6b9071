package oauth

// Account is a made-up sample traveler.
type Account struct {
	ID            string // short name, as in the page's #account-ada
	Subject       string // sub of every token
	UID           string // digits; the contract's flexible id
	PrincipalName string
	Name          string
	GivenName     string
	FamilyName    string
	Email         string
	CountryCode   string // home market, ISO 3166-1 alpha-2
	Country       string // English name
	Locale        string // BCP 47
	Language      string // English name
	Zone          string // IANA
}

// Accounts returns the sample travelers, each from a different market. The built-in profile signs in as the first
// one.
func Accounts() []Account {
	return []Account{
		{
			ID: "ada", Subject: "sample-ada", UID: "1001", PrincipalName: "ada.sample",
			Name: "Ada Sample", GivenName: "Ada", FamilyName: "Sample", Email: "ada@example.com",
			CountryCode: "AE", Country: "United Arab Emirates", Locale: "en-AE", Language: "English", Zone: "Asia/Dubai",
		},
		{
			ID: "ben", Subject: "sample-ben", UID: "1002", PrincipalName: "ben.sample",
			Name: "Ben Sample", GivenName: "Ben", FamilyName: "Sample", Email: "ben@example.com",
			CountryCode: "GB", Country: "United Kingdom", Locale: "en-GB", Language: "English", Zone: "Europe/London",
		},
		{
			ID: "chiyo", Subject: "sample-chiyo", UID: "1003", PrincipalName: "chiyo.sample",
			Name: "Chiyo Sample", GivenName: "Chiyo", FamilyName: "Sample", Email: "chiyo@example.com",
			CountryCode: "JP", Country: "Japan", Locale: "ja-JP", Language: "Japanese", Zone: "Asia/Tokyo",
		},
	}
}

func accountBy(match func(Account) bool) (Account, bool) {
	for _, a := range Accounts() {
		if match(a) {
			return a, true
		}
	}
	return Account{}, false
}
