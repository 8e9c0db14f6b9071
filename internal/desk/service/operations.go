package service

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
)

// Operations are the operations of the contract about the service itself, as they stand.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"getHealth": desk.Unsigned(func(ctx context.Context, c *apiclient.Client) (*apiclient.Answer[apiclient.Health], error) {
			health, err := c.GetHealth(ctx)
			if err != nil {
				return nil, fmt.Errorf("ask for the service's health: %w", err)
			}
			return health, nil
		}),
		"submitFeedback": desk.Once(checkFeedback,
			func(ctx context.Context, c *apiclient.Client, _ *ask.Values, p *apiclient.Feedback) (*apiclient.Answer[apiclient.FeedbackReceived], error) {
				received, err := c.SubmitFeedback(ctx, *p)
				return received, unsure(err)
			}),
	}
}

// checkFeedback holds the rule that feedback says something.
func checkFeedback(_ *desk.Desk, q *ask.Values) error {
	if !q.Has("rating") && !q.Has("message") {
		return problem.UsageError{Text: "there is nothing to send; give --rating, --message or both"}
	}
	return nil
}
