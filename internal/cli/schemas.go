package cli

import (
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/schema"
)

// Prints sets what a command prints with --json, for travel schema. By default, the command of an operation prints
// its body.
func (r *Run) Prints(cmd *cobra.Command, shapes ...schema.Shape) *cobra.Command {
	r.shapes[cmd] = shapes
	return cmd
}

// Emits adds an event to those that commands may print with --events.
func (r *Run) Emits(name string, own any) {
	r.emits = append(r.emits, schema.Event{Name: name, Own: own})
}

// A NamedSchema is a schema that is generated on request.
type NamedSchema struct {
	Name  string // of the command, without travel; or error, events, dry-run, batch
	About string // the output it describes
	Make  func() *schema.Schema
}

// Schemas returns the schemas of all output for programs, with commands sorted by name. It creates every command.
func (r *Run) Schemas(root *cobra.Command) []NamedSchema {
	r.Whole(root)
	var list []NamedSchema
	add := func(name, about string, shapes ...schema.Shape) {
		list = append(list, NamedSchema{name, about, func() *schema.Schema { return schema.Of(name, about, shapes...) }})
	}
	visit(root, func(c *cobra.Command) {
		shapes := r.shapes[c]
		if id := c.Annotations["operationId"]; id != "" && len(shapes) == 0 {
			shapes = []schema.Shape{schema.Body(id, desk.Meta{})}
		}
		if len(shapes) > 0 {
			add(strings.TrimPrefix(c.CommandPath(), "travel "), c.CommandPath()+" --json", shapes...)
		}
	})
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	add("error", "the error object of --json, on stderr", schema.Document(desk.Failure{}, nil))
	add("dry-run", "--dry-run --json of every command that has it", schema.Document(planJSON{}, desk.Meta{}))
	add("batch", "a line of --batch", schema.Document(batchLine{}, nil))
	const lines = "a line of --events"
	return append(list, NamedSchema{"events", lines, func() *schema.Schema { return schema.Events("events", lines, desk.Origin{}, r.told()...) }})
}

// told returns the events with the structs that are written.
func (r *Run) told() []schema.Event {
	return append([]schema.Event{
		{Name: "created", Own: createdEvent{}}, {Name: "snapshot", Own: snapshotEvent{}}, {Name: "waiting", Own: waitingEvent{}},
		{Name: "settled", Own: wholeEvent{}}, {Name: "changed", Own: changedEvent{}}, {Name: "expired", Own: endedEvent{}},
		{Name: "ended", Own: endedEvent{}}, {Name: "error", Own: errorEvent{}},
	}, r.emits...)
}
