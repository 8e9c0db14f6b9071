// Package apiclient is the typed client of the Travel Search and Handoff
// Service: one request, one answer, with problems as typed errors.
//
// [New] puts the transport layers under the generated client. From the outside
// in they are: route (only operations of the contract leave), retry, problems,
// log, bearer token, network. The layer of problems sits inside retry because a
// retry is decided by what the answer means; the log sits above the token and
// so cannot leak it.
//
// A call ends in exactly one of two ways: the member JSON200 (JSON201, JSON202)
// of the answer is set and Body holds the service's exact bytes, or the error is
// set. Callers branch with errors.AsType on [*ProblemError], [*WaitError],
// [*NetworkError], [*BadResponseError] and [*RequestError]; errors of the token
// source come through wrapped.
package apiclient

//go:generate go tool -modfile=../../tools/go.mod oapi-codegen -config oapi-codegen.yaml ../../api/openapi.yaml
