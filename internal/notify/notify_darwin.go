package notify

import (
	"context"
	"fmt"

	"travel.example/travel/internal/child"
)

// show passes the text as an argument of the script, so that it is never read as code.
func show(ctx context.Context, _ func(string) string, text string) error {
	err := child.Run(ctx, child.Streams{}, "/usr/bin/osascript",
		"-e", "on run argv", "-e", `display notification (item 1 of argv) with title "`+Title+`"`, "-e", "end run", "--", text)
	if err != nil {
		return fmt.Errorf("osascript shows no notice: %w", err)
	}
	return nil
}
