// Package apiclient is the typed client of the Travel Search and Handoff
// Service: one request, one answer, with problems as typed errors.
package apiclient

//go:generate go tool -modfile=../../tools/go.mod oapi-codegen -config oapi-codegen.yaml ../../api/openapi.yaml
