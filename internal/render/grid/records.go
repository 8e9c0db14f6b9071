package grid

import (
	"strings"

	"travel.example/travel/internal/render/clean"
)

// FieldName turns a label into the name of a field: lower case, words joined by underscores.
func FieldName(label string) string {
	if label == "#" {
		return "number"
	}
	return strings.ReplaceAll(strings.ToLower(clean.Line(label)), " ", "_")
}

// Records is an answer as rows and columns for scripts.
type Records struct {
	Head []string
	Rows [][]string
}
