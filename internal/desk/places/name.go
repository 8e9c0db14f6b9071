package places

import (
	"context"
	"strings"
)

// Name is what the place of a code is called, "" where that cannot be found out: a name is for
// people, and worth no failure.
func (f Finder) Name(ctx context.Context, code string) string {
	answer, err := f.lookUp(ctx, code, f.language)
	if err != nil {
		return ""
	}
	for _, p := range answer.Results {
		if p.Code != nil && strings.EqualFold(*p.Code, code) {
			return toPlace(p).Name
		}
	}
	return ""
}
