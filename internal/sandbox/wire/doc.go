// Package wire has the sandbox's own request and response types.
package wire

//go:generate go tool -modfile=../../../tools/go.mod oapi-codegen -config oapi-codegen.yaml ../../../api/openapi.yaml
