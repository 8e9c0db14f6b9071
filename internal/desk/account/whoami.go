package account

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

// Whoami asks the service who the access token belongs to.
func Whoami(ctx context.Context, d *desk.Desk) (desk.Answer[*apiclient.User], error) {
	client, err := d.Client()
	if err != nil {
		return desk.Answer[*apiclient.User]{}, err
	}
	user, err := client.GetCurrentUser(ctx)
	if err != nil {
		return desk.Answer[*apiclient.User]{}, fmt.Errorf("ask who this is: %w", err)
	}
	return desk.NewAnswer("getCurrentUser", user), nil
}
