// Package service has the calls about the service itself: its health, feedback to its makers, and
// calls that travel does not interpret.
package service

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

// Health asks whether the service is up. It needs no login.
func Health(ctx context.Context, d *desk.Desk) (desk.Answer[*apiclient.Health], error) {
	client, err := d.Deployment.Anonymous()
	if err != nil {
		return desk.Answer[*apiclient.Health]{}, err
	}
	health, err := client.GetHealth(ctx)
	if err != nil {
		return desk.Answer[*apiclient.Health]{}, fmt.Errorf("ask for the service's health: %w", err)
	}
	return desk.NewAnswer("getHealth", health), nil
}
