package authtest

import (
	"fmt"
	"strings"

	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/secret"
)

// Sized makes a login whose tokens have a size and whose every part tells its number.
func Sized(n, size int) grant.Login {
	l := grant.Login{
		Access:  secret.Secret(strings.Repeat(fmt.Sprintf("a%d.", n), size)[:size]),
		Refresh: secret.Secret(strings.Repeat(fmt.Sprintf("r%d.", n), size)[:size]),
	}
	l.Head.TokenType, l.Head.Issued, l.Head.Expires = "Bearer", int64(n), int64(n+600)
	l.Facts.Account.Subject = fmt.Sprint(n)
	return l
}
