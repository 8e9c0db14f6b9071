package apiclient

import "encoding/json"

// Trip is a flight trip in one of the contract's two forms; exactly one is set.
type Trip struct {
	Default *TripDefault
	Detail  *TripDetail
}

// UnmarshalJSON tells the forms apart by the legs that only the detailed one has.
func (t *Trip) UnmarshalJSON(body []byte) error {
	var detailed struct {
		Legs []struct{} `json:"legs"`
	}
	*t = Trip{}
	if err := json.Unmarshal(body, &detailed); err == nil && detailed.Legs != nil {
		return json.Unmarshal(body, &t.Detail)
	}
	t.Default = &TripDefault{}
	return json.Unmarshal(body, t.Default)
}

// form is the one that is set.
func (t *Trip) form() any {
	if t.Detail != nil {
		return t.Detail
	}
	return t.Default
}
