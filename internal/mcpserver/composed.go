package mcpserver

// composedTools are the tools that take several requests.
func composedTools() []*Tool { return nil }
