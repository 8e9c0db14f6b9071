// Package account has the calls about the login of a profile: who is signed in, signing in and out,
// and the token itself.
package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// SignIn signs in to the desk's profile and keeps the login, in place of an earlier one. The built-in
// sandbox shows its pages on a port of this computer for as long as it takes.
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

// toSignIn is the login of the desk's profile, on a machine that can keep one.
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

// waiting is the table, below the state directory, that holds the sign-in to complete.
func waiting(state string) store.Table[Waiting] { return store.Table[Waiting]{Dir: state} }

// waitingKey makes the file sign-in.json.
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

// begins returns the step that begins a sign-in, as the way out of an error.
func begins(why string) *[]problem.Step {
	return problem.Ways(problem.Do(why, "login", "URL").Set("json"))
}

// Begun returns the sign-in that waits to be completed in a state directory, or an error if there is none.
func Begun(state string, now time.Time) (Waiting, error) {
	w, there, err := waiting(state).Get(waitingKey)
	switch {
	case err != nil || !there:
		return Waiting{}, problem.Error{Class: problem.Login, Text: "no sign-in waits to be completed", Then: begins("begin one")}
	case !now.Before(w.SignIn.End):
		_ = waiting(state).Remove(waitingKey)
		return Waiting{}, problem.Error{Class: problem.Login, Text: "the code of the sign-in has expired", Then: begins("begin another")}
	}
	return w, nil
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

// Try makes one call with the login of the desk's profile. told is a sentence without a full stop saying that
// it works; the error says why it does not. A renewal is never canceled, because that could lose the login. If the
// deadline of ctx ends during one, Try waits for it that much longer, so that only a server that hangs is given up.
func Try(ctx context.Context, d *desk.Desk, longer time.Duration) (told string, err error) {
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

// SignOut ends the login of the desk's profile, at the server and here, and says in a sentence without
// a full stop what it did; that no one was signed in is not an error. Where the server did not revoke
// the login, it is deleted here all the same, and the error says so.
func SignOut(ctx context.Context, d *desk.Desk) (told string, err error) {
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
		told = "signed out, and the login is revoked"
	case errors.Is(err, flow.ErrLoginRequired):
		told, err = "no one is signed in", nil
	case errors.Is(err, auth.ErrNotRevoked): // here is nothing left to try again
		err = problem.Error{Err: err, Hint: "to end it sooner, end your sign-ins on the service's own pages"}
	case errors.Is(err, flow.ErrNotRevocable):
		told, err = fmt.Sprintf("signed out here; %v; at the server it ends when it expires", err), nil
	}
	if cfg.Embedded() {
		if markErr := deployment.MarkSignedOut(cfg); markErr != nil && !errors.Is(markErr, os.ErrNotExist) {
			return "", errors.Join(err, markErr)
		}
	}
	return told, err
}

// How a profile is signed in.
const (
	HowNone        = "none"
	HowLogin       = "login"       // by SignIn
	HowEnvironment = "environment" // by TRAVEL_TOKEN
	HowSample      = "sample"      // the built-in sandbox signs in by itself
)

// Status is what is known of the login of a profile without asking the network; never a secret.
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
	Works        *bool      `json:"works,omitempty"`   // where that was tried, see [Try]
	Trouble      string     `json:"trouble,omitempty"` // why it does not work

	Refused []string     `json:"-"` // scopes that were asked for and not granted
	Offline flow.Offline `json:"-"` // how offline_access was handled
}

// StatusOf reads the status of the desk's profile. The error is flow.ErrLoginRequired where no one is
// signed in; what is known stands beside it.
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
	stored, err := who.Login.Status(ctx)
	s.Store = stored.Store
	if err != nil {
		return s, err
	}
	s.SignedIn, s.How, s.Renewable = true, HowLogin, stored.Renewable
	account := stored.Account
	s.Issuer, s.Subject, s.Name, s.Email = account.Issuer, account.Subject, account.Name, account.Email
	s.Market, s.MarketSource, s.Locale, s.Scopes = account.Market, account.MarketSource, account.Locale, account.Scopes
	s.ClientID, s.Registered = stored.ClientID, stored.Registered
	s.LeftOut, s.Refused, s.Offline, s.Expires = stored.LeftOut, stored.Refused, stored.Offline, stored.Expires
	return s, nil
}

// Token is an access token for another program. What is not known of it is left out.
type Token struct {
	Token   string     `json:"token"` // a secret
	Expires *time.Time `json:"expires,omitempty"`
	Scopes  []string   `json:"scopes,omitempty"`
}

// TokenOf is the access token of the desk's profile, renewed first when it has under a minute left.
// One of TRAVEL_TOKEN is given as it is, unless it holds what no token does.
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
	client, err := d.Client()
	if err != nil {
		return desk.Answer[*apiclient.User]{}, err
	}
	user, err := whoami(ctx, client, nil, nil)
	if err != nil {
		return desk.Answer[*apiclient.User]{}, err
	}
	return desk.NewAnswer(user, ask.New("getCurrentUser", nil)), nil
}

func whoami(ctx context.Context, c *apiclient.Client, _ *ask.Values, _ *struct{}) (*apiclient.Answer[apiclient.User], error) {
	user, err := c.GetCurrentUser(ctx)
	return user, desk.Doing("ask who this is", err)
}

// Operations are the operations of the contract about the account, as they stand.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{"getCurrentUser": desk.Once(nil, whoami)}
}
