//go:build !linux

package need

// Memory does nothing here: there is no disk in memory that every system has.
func Memory() {}
