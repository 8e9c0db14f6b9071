package need

import "runtime/debug"

// Busy is for the TestMain of a package whose tests create a lot of garbage, such as answers of the sandbox. With
// fewer garbage collections they take a third less processor time, and somewhat more memory.
func Busy() { debug.SetGCPercent(400) }
