// Package account signs in and out of a profile, and reports who is signed in.
package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// SignIn signs in to the desk's profile and stores the login, replacing an earlier one. The built-in sandbox serves its
// pages on a local port meanwhile.
func SignIn(ctx context.Context, d *desk.Desk, options auth.LoginOptions) (auth.SignedIn, error) {
	cfg, client, err := toSignIn(d)
	if err != nil {
		return auth.SignedIn{}, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if cfg.Embedded() {
		if options.Rewrite, err = d.Deployment.ServePages(ctx); err != nil {
			return auth.SignedIn{}, err
		}
	}
	signedIn, err := client.Login(ctx, options)
	if err != nil {
		return auth.SignedIn{}, fmt.Errorf("sign in: %w", err)
	}
	if cfg.Embedded() {
		return signedIn, deployment.MarkSignedIn(cfg)
	}
	return signedIn, nil
}

// toSignIn returns the client for a sign-in, after checking that the login can be stored.
func toSignIn(d *desk.Desk) (*config.Config, *auth.Client, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, nil, err
	}
	d.Deployment.NoteSample(cfg)
	client, err := d.Deployment.Login()
	if err != nil {
		return nil, nil, err
	}
	return cfg, client, d.Deployment.TryKeep()
}

// Waiting is a sign-in by code that has begun, as stored until it is completed. It holds secrets.
type Waiting struct {
	Profile  string            `json:"profile"`
	Settings map[string]string `json:"settings"` // given as flags
	SignIn   flow.DeviceSignIn `json:"signIn"`
}

// waiting returns the table that has the sign-in to complete, in the file sign-in.json of the state directory.
func waiting(state string) store.Table[Waiting] {
	return store.Table[Waiting]{Home: store.Home{Dir: state}}
}

const waitingKey = "sign-in"

// Begin gets a code to sign in to the desk's profile with and stores what [Complete] needs, replacing an
// earlier one. settings are the settings given as flags.
func Begin(ctx context.Context, d *desk.Desk, settings map[string]string, options auth.LoginOptions) (*flow.DeviceSignIn, error) {
	cfg, client, err := toSignIn(d)
	if err == nil {
		err = cfg.NeedState()
	}
	if err != nil {
		return nil, err
	}
	begun, err := client.BeginDevice(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	if err := waiting(cfg.StateDir).Put(waitingKey, Waiting{cfg.Profile(), settings, *begun}); err != nil {
		return nil, fmt.Errorf("keep the sign-in until it is completed: %w", err)
	}
	return begun, nil
}

// Begun returns the sign-in that waits to be completed in a state directory, or an error if there is none.
func Begun(state string, now time.Time) (Waiting, error) {
	w, there, err := waiting(state).Get(waitingKey)
	there = there && err == nil
	if there && now.Before(w.SignIn.End) {
		return w, nil
	}
	text, why := "no sign-in waits to be completed", "begin one"
	if there {
		_ = waiting(state).Remove(waitingKey)
		text, why = "the code of the sign-in has expired", "begin another"
	}
	return Waiting{}, problem.Error{Class: problem.Login, Text: text}.Next(problem.Do(why, "login", "URL").Set("json"))
}

// Complete waits until the code of the sign-in has been entered, and stores the login. It removes the waiting
// sign-in unless its code can still be used.
func Complete(ctx context.Context, d *desk.Desk, w Waiting, options auth.LoginOptions) (auth.SignedIn, error) {
	cfg, client, err := toSignIn(d)
	if err != nil {
		return auth.SignedIn{}, err
	}
	signedIn, err := client.CompleteDevice(ctx, w.SignIn, options)
	if err == nil || flow.FaultOf(err).Code != "" {
		_ = waiting(cfg.StateDir).Remove(waitingKey)
	}
	if err != nil {
		return auth.SignedIn{}, fmt.Errorf("sign in: %w", err)
	}
	return signedIn, nil
}

// RenewalTakes is longer than a server that works takes to renew a login.
const RenewalTakes = 5 * time.Second

// Try makes one call with the login of the desk's profile. It returns a sentence without a full stop saying that
// the login works, or an error that says why it does not. A renewal is never canceled, because that could lose the login.
// If the deadline of ctx ends during one, Try waits for it that much longer, so that only a server that hangs is given up.
func Try(ctx context.Context, d *desk.Desk, longer time.Duration) (text string, err error) {
	var answer desk.Answer[*apiclient.User]
	tried := make(chan error, 1)
	go func() {
		var err error
		answer, err = Whoami(ctx, d)
		tried <- err
	}()
	select {
	case err = <-tried:
	case <-ctx.Done():
		err = context.Cause(ctx)
		if !errors.Is(err, context.DeadlineExceeded) && patience.Over(ctx) == nil { // the user interrupted
			err = <-tried
			break
		}
		select {
		case <-tried: //nolint:errcheck // the login is kept, and the deadline is over all the same
		case <-time.After(longer):
		}
	}
	if err == nil {
		return "the service knows you as " + cmp.Or(words.Stated(answer.Value.Email), words.Stated(answer.Value.Name), answer.Value.Sub), nil
	}
	hangs := flow.FaultOf(err)
	host, why := hangs.Host, error(hangs)
	if ctx.Err() != nil { // if it was in a renewal
		host, why = "", err
		status, statusErr := StatusOf(context.WithoutCancel(ctx), d)
		if statusErr == nil && status.Expires != nil && !d.Now().Before(*status.Expires) {
			host = flow.HostOf(status.Issuer)
		}
	}
	if host != "" && problem.ClassOf(err) == problem.Network {
		return "", problem.Error{
			Class: problem.Network, Text: "renewal hangs at " + host + ": " + why.Error(),
			Hint: "check the connection and try again", Err: err,
		}
	}
	if advice := d.TokenAdvice(err); advice != nil {
		return "", problem.Error{Err: err, Then: problem.Ways(advice...)}
	}
	return "", err
}

// SignOut revokes and deletes the login of the desk's profile, and returns a sentence without a full stop that says so.
// It returns no error if nobody was signed in. If the server did not revoke the login, SignOut still deletes it here
// and returns an error that says so.
func SignOut(ctx context.Context, d *desk.Desk) (text string, err error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return "", err
	}
	if _, ok := deployment.Sample(cfg); ok {
		return "no one is signed in; the sandbox signs in automatically with a sample account", nil
	}
	client, err := d.Deployment.Login()
	if err != nil {
		return "", err
	}
	err = client.Logout(ctx)
	switch {
	case err == nil:
		text = "signed out, and the login is revoked"
	case errors.Is(err, flow.ErrLoginRequired):
		text, err = "no one is signed in", nil
	case errors.Is(err, auth.ErrNotRevoked): // nothing is left here to try again with
		err = problem.Error{Err: err, Hint: "to end it sooner, end your sign-ins on the service's own pages"}
	case errors.Is(err, flow.ErrNotRevocable):
		text, err = fmt.Sprintf("signed out here; %v; at the server it ends when it expires", err), nil
	}
	if cfg.Embedded() {
		if markErr := deployment.MarkSignedOut(cfg); markErr != nil && !errors.Is(markErr, os.ErrNotExist) {
			return "", errors.Join(err, markErr)
		}
	}
	return text, err
}

// How a profile is signed in.
const (
	HowNone        = "none"
	HowLogin       = "login"       // by SignIn
	HowEnvironment = "environment" // by TRAVEL_TOKEN
	HowSample      = "sample"      // the built-in sandbox signs in by itself
)

// Status describes the login of a profile as far as it is known without a request. It holds no secret.
type Status struct {
	Profile      string     `json:"profile"`
	SignedIn     bool       `json:"signedIn"`
	How          string     `json:"how"` // login, environment, sample or none
	Store        string     `json:"store,omitempty"`
	Issuer       string     `json:"issuer,omitempty"`
	Subject      string     `json:"subject,omitempty"`
	Name         string     `json:"name,omitempty"`
	Email        string     `json:"email,omitempty"`
	Market       string     `json:"market,omitempty"`
	MarketSource string     `json:"marketSource,omitempty"` // the claim it came from, see [flow.Account]
	Locale       string     `json:"locale,omitempty"`       // of the account; no call uses it
	Scopes       []string   `json:"scopes,omitempty"`
	ClientID     string     `json:"clientId,omitempty"`
	Registered   bool       `json:"registered"`        // the program registered that client itself
	Expires      *time.Time `json:"expires,omitempty"` // of the access token
	Renewable    bool       `json:"renewable"`
	LeftOut      []string   `json:"leftOut,omitempty"` // scopes of the settings that the server does not offer
	Works        *bool      `json:"works,omitempty"`   // set if it was tried, see [Try]
	Trouble      string     `json:"trouble,omitempty"` // why it does not work

	Refused []string     `json:"-"` // scopes that were asked for and not granted
	Offline flow.Offline `json:"-"` // how offline_access was handled
}

// StatusOf reads the status of the desk's profile. If no one is signed in, it returns flow.ErrLoginRequired with a
// partial status.
func StatusOf(ctx context.Context, d *desk.Desk) (Status, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return Status{}, err
	}
	s := Status{Profile: cfg.Profile(), How: HowNone}
	who, err := d.Deployment.Who()
	switch {
	case who.Token != "":
		s.SignedIn, s.How, s.Store = true, HowEnvironment, "TRAVEL_TOKEN"
		return s, err
	case who.Sample != nil:
		s.SignedIn, s.How, s.Name, s.Email = true, HowSample, who.Sample.Name, who.Sample.Email
		s.Market, s.MarketSource = who.Sample.Market, "country_code"
		return s, nil
	case err != nil:
		return s, err
	}
	s.Store = who.Login.StoreName()
	stored, err := who.Login.Stored(ctx)
	if err != nil {
		return s, err
	}
	s.SignedIn, s.How, s.Renewable = true, HowLogin, stored.Refresh != ""
	account := stored.Account
	s.Issuer, s.Subject, s.Name, s.Email = account.Issuer, account.Subject, account.Name, account.Email
	s.Market, s.MarketSource, s.Locale, s.Scopes = account.Market, account.MarketSource, account.Locale, account.Scopes
	s.ClientID, s.Registered = stored.ClientID, who.Login.Registers()
	s.LeftOut, s.Refused, s.Offline, s.Expires = stored.LeftOut, stored.Refused, stored.Offline, stored.Ends()
	return s, nil
}

// Token is an access token for another program.
type Token struct {
	Token   string     `json:"token"` // a secret
	Expires *time.Time `json:"expires,omitempty"`
	Scopes  []string   `json:"scopes,omitempty"`
}

// TokenOf returns the access token of the desk's profile. It renews a token with less than a minute left, and returns
// TRAVEL_TOKEN as it is.
func TokenOf(ctx context.Context, d *desk.Desk) (Token, error) {
	source, err := d.Deployment.Tokens()
	if err != nil {
		return Token{}, err
	}
	text, err := source.Token(ctx)
	if err != nil {
		return Token{}, err
	}
	if !flow.IsToken(text) {
		return Token{}, problem.Usagef("TRAVEL_TOKEN holds characters that no token has").
			Advise("set it to the token alone, without quotes and spaces")
	}
	status, err := StatusOf(ctx, d)
	if err != nil && !errors.Is(err, flow.ErrLoginRequired) {
		return Token{}, err
	}
	return Token{Token: text, Expires: status.Expires, Scopes: status.Scopes}, nil
}

// Whoami asks the service who the access token belongs to.
func Whoami(ctx context.Context, d *desk.Desk) (desk.Answer[*apiclient.User], error) {
	user, err := d.Client().GetCurrentUser(ctx)
	if err != nil {
		return desk.Answer[*apiclient.User]{}, desk.Doing(asking, err)
	}
	return desk.NewAnswer(user, ask.New("getCurrentUser", nil)), nil
}

const asking = "ask who this is"

// Operations returns the operations of the contract about the account.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{"getCurrentUser": {Doing: asking}}
}

// Unnamed says that the account of a login is unknown.
const Unnamed = "signed in; the sign-in server does not say as whom"

// Gap is something that a login does not say, and how to fix that.
type Gap struct {
	Text string       // a sentence without a full stop
	Way  problem.Step // may be empty
}

// Gaps returns what a new login does not say: who is signed in, and the market, unless one is set. The region of the
// account's language is only offered as one: many people use a language of another country.
func Gaps(d *desk.Desk, made flow.Account) ([]Gap, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	var gaps []Gap
	if made.Subject == "" {
		gap := Gap{Text: Unnamed}
		if !slices.Contains(made.Scopes, "openid") && !slices.Contains(strings.Fields(cfg.Get("scopes").Value), "openid") {
			gap.Way = problem.Do("that takes the scope openid", "login").Set("scope", "openid")
		}
		gaps = append(gaps, gap)
	}
	if made.Market != "" || cfg.Get("site-code").Value != "" {
		return gaps, nil
	}
	return append(gaps, NoMarket(made.Locale)), nil
}

// NoMarket returns the gap of an account without a market. locale is its language tag, or "".
func NoMarket(locale string) Gap {
	gap := Gap{Text: "no market in the login, so the service takes its own", Way: problem.Do("set one, for instance", "config.set", "site-code", "DE")}
	if region := flow.Region(locale); region != "" {
		gap.Way = problem.Do("your locale says "+locale+"; if that is your market", "config.set", "site-code", region)
	}
	return gap
}

// MarketClaim says where the market came from: "claim country_code", or "claim country_code of userinfo" if the id_token
// has none.
func (s Status) MarketClaim() string {
	if claim, ok := strings.CutPrefix(s.MarketSource, flow.FromUserinfo); ok {
		return "claim " + claim + " of userinfo"
	}
	return "claim " + s.MarketSource
}

// TokenLife says how long the access token is still valid, and whether it can be renewed. It returns "" for a
// token without a known end that is not part of a login.
func (s Status) TokenLife(now time.Time) string {
	then := "cannot be renewed"
	if s.Renewable {
		then = "renewed when needed"
	}
	switch {
	case s.Expires == nil && s.How != HowLogin:
		return ""
	case s.Expires == nil:
		return "the server gave it no end; " + then
	case !now.Before(*s.Expires):
		return "run out; " + then
	}
	left := s.Expires.Sub(now)
	life := flow.InWords(left.Truncate(time.Minute))
	switch {
	case left < time.Minute:
		life = "less than a minute"
	case left < 2*time.Hour:
		life = fmt.Sprintf("%d min", int(left.Minutes()))
	}
	life += " left"
	if !s.Renewable {
		life += ", until " + moment(*s.Expires, now)
	}
	return life + "; " + then
}

// NoRenewal says why the login cannot be renewed, and what usually helps; both are empty if it can be renewed, or was
// not made by SignIn.
func (s Status) NoRenewal() (why string, remedy problem.Step) {
	if s.How != HowLogin || s.Renewable {
		return "", problem.Step{}
	}
	return noRenewal(s.Offline)
}

func noRenewal(offline flow.Offline) (why string, remedy problem.Step) {
	const gaveNone = "the server gave no refresh token"
	ask := problem.Do("this usually brings one", "login").Set("scope", flow.ScopeOffline)
	operator := problem.Step{Why: "ask those who run it to allow refresh tokens for this client"}
	switch offline {
	case flow.OfflineUnasked:
		return gaveNone, ask.For("ask for one")
	case flow.OfflineAsked:
		return gaveNone + ", though " + flow.ScopeOffline + " was asked for", operator
	case flow.OfflineNotOffered:
		return gaveNone + " and does not offer " + flow.ScopeOffline, operator
	}
	return gaveNone, ask
}

// Ending says when a sign-in ends that cannot be renewed, and what usually helps. It returns nil for one that can be.
func Ending(s auth.SignedIn, now time.Time) []problem.Step {
	if s.Renewable {
		return nil
	}
	end := "this sign-in cannot be renewed"
	if s.Expires != nil {
		end = fmt.Sprintf("this sign-in ends at %s (in %s) and cannot be renewed", moment(*s.Expires, now), flow.InWords(s.Expires.Sub(now).Round(time.Minute)))
	}
	why, remedy := noRenewal(s.Offline)
	return []problem.Step{{Why: end + ": " + why}, remedy}
}

// moment formats a time, with its day unless it is today.
func moment(at, now time.Time) string {
	at = at.In(now.Location())
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return offer.Clock(at)
	}
	return at.Format("2006-01-02 ") + offer.Clock(at)
}
