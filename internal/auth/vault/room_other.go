//go:build !linux

package vault

import (
	"errors"
	"os"
)

func allocate(*os.File, int) error { return errors.ErrUnsupported }
