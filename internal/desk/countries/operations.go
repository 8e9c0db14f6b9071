package countries

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
)

// Operations are the operations of the contract about countries, as they stand.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"getCountryHolidays": desk.Once(nil,
			func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *apiclient.GetCountryHolidaysParams) (*apiclient.Answer[apiclient.HolidayResults], error) {
				answer, err := c.GetCountryHolidays(ctx, q.Text("countryCode"), p)
				if err != nil {
					return nil, fmt.Errorf("read the holidays of %s: %w", q.Text("countryCode"), err)
				}
				return answer, nil
			}),
		"getVisaFreeDestinations": desk.Once(nil,
			func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *apiclient.GetVisaFreeDestinationsParams) (*apiclient.Answer[apiclient.VisaFreeResults], error) {
				answer, err := c.GetVisaFreeDestinations(ctx, q.Text("countryCode"), p)
				if err != nil {
					return nil, fmt.Errorf("read the visa-free destinations of %s: %w", q.Text("countryCode"), err)
				}
				return answer, nil
			}),
	}
}
