//go:build !linux

package need

// Memory does nothing here: not every system has a memory file system.
func Memory() {}
