package schema

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
)

type inner struct {
	Always string `json:"always" words:"a,b"`
}

type outer struct {
	inner
	Text   *string           `json:"text"`
	Maybe  *int              `json:"maybe,omitempty"`
	Rows   []inner           `json:"rows"`
	Amount json.Number       `json:"amount,omitempty"`
	At     time.Time         `json:"at,omitzero"`
	Any    json.RawMessage   `json:"any"`
	Facts  map[string]string `json:"facts"`
	Hidden string            `json:"-"`
	own    int
}

// TestASchemaSaysWhatJSONWrites checks the schema of a struct against the output of encoding/json: which members are
// required, nullable or embedded.
func TestASchemaSaysWhatJSONWrites(t *testing.T) {
	text, err := json.Marshal(Of("x y", "title", Document(outer{own: 1}, inner{})))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:travel:schema:1:x-y","title":"title",` +
		`"allOf":[{"type":"object","properties":{"travel":{"$ref":"#/$defs/schema.inner"}},"required":["travel"],"allOf":[{"$ref":"#/$defs/schema.outer"}]}],` +
		`"$defs":{"schema.inner":{"type":"object","properties":{"always":{"type":"string","enum":["a","b"]}},"required":["always"]},` +
		`"schema.outer":{"type":"object","properties":{"always":{"type":"string","enum":["a","b"]},"amount":{"type":"number"},"any":{},` +
		`"at":{"type":"string","format":"date-time"},"facts":{"type":["object","null"],"additionalProperties":{"type":"string"}},"maybe":{"type":"integer"},` +
		`"rows":{"type":"array","items":{"$ref":"#/$defs/schema.inner"}},"text":{"type":["string","null"]}},"required":["always","any","facts","rows","text"]}}}`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestEveryOperationHasASchema(t *testing.T) {
	for i := range api.Operations {
		op := &api.Operations[i]
		if s := Of(op.ID, "", Body(op.ID, nil)); s.Defs[op.Answer] == nil {
			t.Errorf("%s has no schema of its answer", op.ID)
		}
	}
}
