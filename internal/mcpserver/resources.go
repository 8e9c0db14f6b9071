package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/mcpserver/guide"
)

// documents are what a client may read: text that is part of this program.
var documents = []struct {
	uri, name, title, description string
	text                          func() string
}{
	{"travel://guide", "guide", "How to use these tools", "From question to link, references and expiry, saying prices, what is not known, what never to claim", func() string { return guide.Text }},
	{"travel://contract", "contract", "The operations of the service", "Every operation with its parameters, limits and defaults", guide.Contract},
}

const markdown = "text/markdown"

// addDocuments offers the documents. None is read before it is asked for.
func addDocuments(server *mcp.Server) {
	for _, d := range documents {
		server.AddResource(&mcp.Resource{URI: d.uri, Name: d.name, Title: d.title, Description: d.description, MIMEType: markdown},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: d.uri, MIMEType: markdown, Text: d.text()}}}, nil
			})
	}
}

// addPrompts offers the tasks that a person can pick.
func addPrompts(server *mcp.Server) {
	for _, p := range guide.Prompts {
		offered := &mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
		for _, a := range p.Arguments {
			offered.Arguments = append(offered.Arguments, &mcp.PromptArgument{Name: a.Name, Description: a.Description, Required: a.Required})
		}
		server.AddPrompt(offered, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			told := map[string]string{}
			for name, text := range r.Params.Arguments {
				told[name] = clean.Line(text) // the client may have taken it from anywhere
			}
			if missing := p.Missing(told); len(missing) > 0 {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: p.Name + " is not told " + strings.Join(missing, ", ")}
			}
			return &mcp.GetPromptResult{Description: p.Description, Messages: []*mcp.PromptMessage{
				{Role: "user", Content: &mcp.TextContent{Text: p.Filled(told)}},
			}}, nil
		})
	}
}
