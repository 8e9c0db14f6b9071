package apiclient

import (
	"net/http"

	"travel.example/travel/internal/transport"
)

// Quota is one window of the caller's quota.
type Quota = transport.Quota

// Quotas reads the RateLimit header of an answer; there are none without one, nor in garbage.
func Quotas(header http.Header) []Quota { return transport.Quotas(header) }
