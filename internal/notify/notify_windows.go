package notify

import (
	"context"
	"fmt"
	"path/filepath"

	"travel.example/travel/internal/child"
)

// variable holds the text for the script. It is not one of the variables that are hidden from child processes.
const variable = "NOTICE_TEXT"

// toast shows the text as a notification from PowerShell, an application that Windows knows.
const toast = `$m = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$x = $m::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
$t = $x.GetElementsByTagName('text')
$null = $t.Item(0).AppendChild($x.CreateTextNode('` + Title + `'))
$null = $t.Item(1).AppendChild($x.CreateTextNode($env:` + variable + `))
$m::CreateToastNotifier('{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\WindowsPowerShell\v1.0\powershell.exe').Show($x)`

func show(ctx context.Context, getenv func(string) string, text string) error {
	path := filepath.Join(getenv("SystemRoot"), "System32", "WindowsPowerShell", "v1.0", "powershell.exe")
	err := child.Run(ctx, child.Streams{Env: []string{variable + "=" + text}}, path, "-NoProfile", "-NonInteractive", "-Command", toast)
	if err != nil {
		return fmt.Errorf("PowerShell shows no notice: %w", err)
	}
	return nil
}
