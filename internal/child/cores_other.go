//go:build !unix

package child

// WithoutCores has nothing to do: there are no core files here.
func WithoutCores() {}

func withCores() (done func()) { return func() {} }
