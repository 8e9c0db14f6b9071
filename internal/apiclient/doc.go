// Package apiclient is the typed client of the Travel Search and Handoff
// Service: one request, one answer, with problems as typed errors.
//
// Each method of [Client] is one operation of the contract. It writes the
// generated model of a request as the table of operations says and sends it
// through the layers that [New] stacks, from the outside in: retry, problems,
// log, bearer token, network. The layer of problems sits inside retry because a
// retry is decided by what the answer means; the log sits above the token and
// so cannot leak it.
//
// A call ends in exactly one of two ways: there is an [Answer], whose Value is
// read and whose Body holds the service's exact bytes, or the error is set.
// Callers branch with errors.AsType on [*ProblemError], [*WaitError],
// [*NetworkError], [*BadResponseError] and [*RequestError]; errors of the token
// source come through wrapped.
package apiclient

//go:generate go tool -modfile=../../tools/go.mod oapi-codegen -config oapi-codegen.yaml ../../api/openapi.yaml
