package mcpserver

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Documents and tasks are available before any tool is called, and without a desk.
func TestDocumentsAndTasksAreOffered(t *testing.T) {
	here, there := mcp.NewInMemoryTransports()
	serving, err := testSession().server(t.Context(), Options{}).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer serving.Close()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()

	list, err := client.ListResources(t.Context(), nil)
	if err != nil || len(list.Resources) != len(resources) {
		t.Fatalf("%v, %d documents", err, len(list.Resources))
	}
	for _, r := range list.Resources {
		if r.MIMEType != "text/markdown" {
			continue // they need a desk
		}
		got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		if err != nil || len(got.Contents) != 1 || !strings.HasPrefix(got.Contents[0].Text, "# ") || r.Description == "" {
			t.Errorf("%s: %v, %+v", r.URI, err, got)
		}
	}

	prompts, err := client.ListPrompts(t.Context(), nil)
	if err != nil || len(prompts.Prompts) < 2 {
		t.Fatalf("%v, %d tasks", err, len(prompts.Prompts))
	}
	for _, p := range prompts.Prompts {
		told, required := map[string]string{}, map[string]string{}
		if _, err := client.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name}); err == nil || !strings.Contains(err.Error(), "requires ") {
			t.Errorf("%s without arguments: %v", p.Name, err)
		}
		for _, a := range p.Arguments {
			told[a.Name] = "my " + a.Name
			if a.Required {
				required[a.Name] = "{wishes}\nand {" + a.Name + "}"
			}
		}
		got, err := client.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name, Arguments: told})
		if err != nil || len(got.Messages) != 1 {
			t.Fatalf("%s: %v", p.Name, err)
		}
		text, ok := got.Messages[0].Content.(*mcp.TextContent)
		if !ok || got.Messages[0].Role != "user" || strings.Count(text.Text, "my ") < len(told) || strings.ContainsAny(text.Text, "{}") {
			t.Errorf("%s: %+v", p.Name, got.Messages[0])
		}
		got, err = client.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name, Arguments: required})
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if least := got.Messages[0].Content.(*mcp.TextContent).Text; strings.Contains(least, "Wishes:") || !strings.Contains(least, "{wishes} and {") {
			t.Errorf("%s with what is required:\n%s", p.Name, least)
		}
	}
}
