package search

import "context"

// A Purse decides on each search before it is made, since each spends one of the traveler's: it makes
// it, or takes one that lives and was made of an equal request. What it returns in place of a search is
// the error of the create.
type Purse interface {
	Make(ctx context.Context, operation string, request any, create func(context.Context) (Created, error)) (Created, error)
}

// Spend makes a search as the purse says, which may be nil.
func Spend(ctx context.Context, purse Purse, operation string, request any, create func(context.Context) (Created, error)) (Created, error) {
	if purse == nil {
		return create(ctx)
	}
	return purse.Make(ctx, operation, request, create)
}
