package sandbox

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

func newFeedback(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `List the feedback that your sandboxes on this computer received, latest first: what the owner of a
real service would see. Only the latest megabyte or so is stored.`,
		Example: `  travel sandbox feedback
  travel sandbox feedback --json`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			cfg, err := run.Config()
			if err != nil {
				return err
			}
			server, err := sandbox.New(sandbox.Options{StateDir: deployment.SandboxDir(cfg), Now: run.Env.Now})
			if err != nil {
				return err
			}
			defer func() { _ = server.Close() }()
			entries, err := server.Feedback()
			if err != nil {
				return fmt.Errorf("list the sandbox's feedback: %w", err)
			}
			slices.Reverse(entries)
			table := feedbackTable(entries)
			return run.Out().PrintValue(feedbackJSON{append([]sandbox.FeedbackEntry{}, entries...)}, nil, table, table.Notes)
		},
	}
	cli.CompleteNothing(cmd)
	return run.Prints(cmd, schema.Document(feedbackJSON{}, nil))
}

// feedbackJSON is the feedback the sandbox received, as --json prints it.
type feedbackJSON struct {
	Results []sandbox.FeedbackEntry `json:"results"`
}

// feedbackTable has one row per entry, with its message below it.
func feedbackTable(entries []sandbox.FeedbackEntry) grid.Table {
	t := grid.Table{Columns: []grid.Column{
		{Name: "RECEIVED", Keep: 9}, {Name: "RATING", Keep: 8}, {Name: "ABOUT", Keep: 8}, {Name: "VERSION", Keep: 3},
		{Name: "FROM", Keep: 5, Flex: true}, {Name: "MESSAGE", Record: true},
	}}
	for _, e := range entries {
		rating := ""
		if e.Rating != nil {
			rating = strconv.Itoa(*e.Rating)
		}
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: e.At.UTC().Format("2006-01-02 15:04") + " UTC", Data: e.At.UTC().Format("2006-01-02T15:04:05Z")},
			{Text: rating, Tone: canvas.Strong}, {Text: words.Stated(e.Category)}, {Text: words.Stated(e.Version)}, {Text: e.Subject},
			{Text: words.Stated(e.Message)},
		})
		t.Below = append(t.Below, words.Stated(e.Message))
	}
	if len(entries) == 0 {
		for i := range t.Columns {
			t.Columns[i].Record = true // an empty header is only for scripts
		}
		t.Notes = []string{"The sandbox has received no feedback yet; send some with: travel feedback --rating 5"}
	}
	return t
}
