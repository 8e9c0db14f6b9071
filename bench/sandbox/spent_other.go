//go:build !unix

package main

import "time"

// spent is the processor's time of this process so far, 0 where the system does not tell.
func spent() time.Duration { return 0 }
