package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// left are the keywords of OpenAPI 3.0 that the schema of an answer does not keep: those that JSON Schema
// does not know, and those that would close what may grow.
var left = []string{"additionalProperties", "example", "nullable", "discriminator", "readOnly", "writeOnly", "deprecated", "default", "xml", "externalDocs", "not"}

// ofDialect is a member that a service with another word for its own fares calls otherwise.
const ofDialect = "hasPlatformFare"

// writeSchemas writes the schemas that answers are made of, as JSON Schema 2020-12 under $defs.
func writeSchemas(b *bytes.Buffer, doc *openapi3.T, answers []string) error {
	text, err := json.Marshal(doc.Components.Schemas)
	if err != nil {
		return err
	}
	var all map[string]map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	used := map[string]map[string]any{}
	for len(answers) > 0 {
		name := answers[0]
		answers = answers[1:]
		if used[name] != nil {
			continue
		}
		if all[name] == nil {
			return fmt.Errorf("the contract has no schema %s", name)
		}
		used[name] = open(all[name], func(other string) { answers = append(answers, other) })
	}
	b.WriteString("// bodies are the schemas of answers by their names, a JSON object each (JSON Schema 2020-12). They are\n")
	b.WriteString("// open: members may come, and words that are listed today stand as examples.\nfunc bodies() map[string]string {\nreturn map[string]string{\n")
	for _, name := range slices.Sorted(maps.Keys(used)) {
		text, err := json.Marshal(used[name])
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "%q: %q,\n", name, text)
	}
	b.WriteString("}\n}\n")
	return nil
}

// open turns a schema of OpenAPI 3.0 into one of JSON Schema that takes what may come. seen is told of
// the schemas it points to.
func open(s map[string]any, seen func(string)) map[string]any {
	if ref, ok := s["$ref"].(string); ok {
		name := ref[strings.LastIndex(ref, "/")+1:]
		seen(name)
		return map[string]any{"$ref": "#/$defs/" + name}
	}
	out := map[string]any{}
	for key, value := range s {
		switch v := value.(type) {
		case map[string]any:
			if key == "properties" {
				members := map[string]any{}
				for name, member := range v {
					members[name] = open(member.(map[string]any), seen)
				}
				value = members
			} else if key == "items" {
				value = open(v, seen)
			}
		case []any:
			if key == "oneOf" || key == "anyOf" || key == "allOf" {
				var all []any
				for _, one := range v {
					all = append(all, open(one.(map[string]any), seen))
				}
				value = all
			}
		}
		switch {
		case key == "enum":
			key = "examples"
		case key == "oneOf":
			key = "anyOf" // two forms with room for more may both fit
		case slices.Contains(left, key), strings.HasPrefix(key, "x-"):
			continue
		}
		if key == "required" {
			value = slices.DeleteFunc(value.([]any), func(name any) bool { return name == ofDialect })
		}
		out[key] = value
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
