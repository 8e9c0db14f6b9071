package sandbox

import "travel.example/travel/internal/sandbox/wire"

func getCurrentUser(c *call) (any, error) {
	user := wire.User{
		Sub:           c.claims.Subject,
		Scope:         optional(c.claims.Scope),
		Email:         optional(c.claims.Email),
		Name:          optional(c.claims.Name),
		FirstName:     optional(c.claims.GivenName),
		LastName:      optional(c.claims.FamilyName),
		CountryCode:   optional(c.claims.CountryCode),
		PrincipalName: optional(c.claims.PrincipalName),
	}
	if c.claims.UID != "" {
		user.UID = new(wire.FlexibleID)
		if err := user.UID.FromFlexibleID1(c.claims.UID); err != nil {
			return nil, err
		}
	}
	return user, nil
}
