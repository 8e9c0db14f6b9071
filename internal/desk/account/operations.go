package account

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
)

// Operations are the operations of the contract about the account, as they stand.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"getCurrentUser": desk.Once(nil,
			func(ctx context.Context, c *apiclient.Client, _ *ask.Values, _ *struct{}) (*apiclient.Answer[apiclient.User], error) {
				user, err := c.GetCurrentUser(ctx)
				if err != nil {
					return nil, fmt.Errorf("ask who this is: %w", err)
				}
				return user, nil
			}),
	}
}
