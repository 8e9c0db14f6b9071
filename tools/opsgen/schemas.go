package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// left are the OpenAPI 3.0 keywords that are dropped from the schema of an answer: those that JSON Schema does not
// have, and those that would forbid additions.
var left = []string{"additionalProperties", "example", "nullable", "discriminator", "readOnly", "writeOnly", "deprecated", "default", "xml", "externalDocs", "not"}

// ofDialect is a member that has another name if a service uses another word for its own fares.
const ofDialect = "hasPlatformFare"

// openSchemas returns the schemas that answers consist of as JSON Schema 2020-12 under $defs, by name.
func openSchemas(doc *openapi3.T, answers []string) (map[string]string, error) {
	text, err := json.Marshal(doc.Components.Schemas)
	if err != nil {
		return nil, err
	}
	var all map[string]map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	used := map[string]string{}
	for len(answers) > 0 {
		name := answers[0]
		answers = answers[1:]
		if used[name] != "" {
			continue
		}
		if all[name] == nil {
			return nil, fmt.Errorf("the contract has no schema %s", name)
		}
		text, err := json.Marshal(open(all[name], func(other string) { answers = append(answers, other) }))
		if err != nil {
			return nil, err
		}
		used[name] = string(text)
	}
	return used, nil
}

// open converts an OpenAPI 3.0 schema to a JSON Schema that allows additions. seen is called with the schemas it
// refers to.
func open(schema any, seen func(string)) map[string]any {
	s := schema.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		name := ref[strings.LastIndex(ref, "/")+1:]
		seen(name)
		return map[string]any{"$ref": "#/$defs/" + name}
	}
	out := map[string]any{}
	for key, value := range s {
		switch key {
		case "properties":
			members := map[string]any{}
			for name, member := range value.(map[string]any) {
				members[name] = open(member, seen)
			}
			out[key] = members
		case "items":
			out[key] = open(value, seen)
		case "oneOf", "anyOf", "allOf":
			if key == "oneOf" {
				key = "anyOf" // two forms that allow additions may both fit
			}
			var forms []any
			for _, form := range value.([]any) {
				forms = append(forms, open(form, seen))
			}
			out[key] = forms
		case "enum":
			out["examples"] = value
		case "required":
			out[key] = slices.DeleteFunc(value.([]any), func(name any) bool { return name == ofDialect })
		default:
			if !slices.Contains(left, key) && !strings.HasPrefix(key, "x-") {
				out[key] = value
			}
		}
	}
	if s["nullable"] == true {
		if kind, ok := out["type"]; ok {
			out["type"] = []any{kind, "null"}
			return out
		}
		return map[string]any{"anyOf": []any{out, map[string]any{"type": "null"}}}
	}
	return out
}
