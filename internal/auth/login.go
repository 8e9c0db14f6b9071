package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	defaultLoginTimeout = 10 * time.Minute
	hintAfter           = 30 * time.Second
)

// LoginOptions say how the browser and the person are reached.
type LoginOptions struct {
	// Open starts a browser, as OpenBrowser does; nil only prints the address. It may block.
	Open func(url string) error
	// Paste gives lines a person types: the address the browser ended on, for when it cannot reach
	// this computer. It is read until the sign-in ends, so one more line may be swallowed. nil: none.
	Paste io.Reader
	// Rewrite gives the browser another address than the issuer's, for an issuer that is served
	// somewhere else just for the sign-in; nil: none. All checks stay with the issuer.
	Rewrite func(authorizeURL string) (string, error)
	// Prompt is OpenID Connect's prompt (login, consent, select_account); "" is not sent.
	Prompt string
	// LoginHint is who is expected to sign in; "" is not sent.
	LoginHint string
	// Timeout bounds the wait for the person; 0 is 10 minutes.
	Timeout time.Duration
}

// attempt is one sign-in that is under way.
type attempt struct {
	ends     endpoints
	conf     *oauth2.Config
	loop     *loopback
	want     expectation
	verifier string
	nonce    string
	url      string // for the browser
	notes    *answerNotes
}

// Login signs in through the browser and stores the login, in place of an earlier one. The store is
// tried out before the browser opens. The address is printed on Notices in any case.
func (c *Client) Login(ctx context.Context, o LoginOptions) (Account, error) {
	if err := c.set.check(); err != nil {
		return Account{}, err
	}
	if err := probe(ctx, c.opts.Store); err != nil {
		return Account{}, fmt.Errorf("make sure the login can be kept: %w", err)
	}
	notes := new(answerNotes)
	ends, err := c.discover(ctx, notes)
	if err != nil {
		return Account{}, err
	}
	a, err := c.begin(ends, o)
	if err != nil {
		return Account{}, err
	}
	a.notes = notes
	l, err := c.signIn(ctx, a, o)
	a.loop.finish(ctx, pageFor(err))
	return l.facts.Account, err
}

// signIn waits for the person, redeems the code and stores the login.
func (c *Client) signIn(ctx context.Context, a *attempt, o LoginOptions) (login, error) {
	code, err := c.await(ctx, a, o)
	if err != nil {
		return login{}, err
	}
	l, err := c.redeem(ctx, a, code)
	if err != nil {
		return login{}, err
	}
	kept, err := c.keep(ctx, l)
	if !kept {
		_ = c.revoke(context.WithoutCancel(ctx), a.ends.revoke, l) // nobody will use it
	}
	if err != nil {
		return login{}, fmt.Errorf("keep the login: %w", err)
	}
	c.session.adopt(l, c.opts.Now())
	return l, nil
}

// begin binds the callback's port and makes up the request.
func (c *Client) begin(ends endpoints, o LoginOptions) (*attempt, error) {
	loop, err := newLoopback(c.set.RedirectPort, c.set.RedirectPath)
	if err != nil {
		return nil, err
	}
	a := &attempt{ends: ends, loop: loop, conf: c.oauthConfig(ends, loop.redirectURI()), verifier: oauth2.GenerateVerifier(), nonce: rand.Text()}
	a.want = expectation{state: rand.Text(), issuer: ends.issuer, mustIssue: ends.answersWithIssuer}
	if a.url, err = c.authorizeURL(a, o); err == nil {
		a.want.redirect, err = url.Parse(loop.redirectURI())
	}
	if err != nil {
		_ = loop.listener.Close()
		return nil, err
	}
	return a, nil
}

func (c *Client) authorizeURL(a *attempt, o LoginOptions) (string, error) {
	params := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(a.verifier), oidc.Nonce(a.nonce)}
	params = append(params, c.claimsParam(a.ends, a.conf.Scopes)...)
	if prompt := promptFor(o.Prompt, a.conf.Scopes); prompt != "" {
		params = append(params, oauth2.SetAuthURLParam("prompt", prompt))
	}
	if o.LoginHint != "" {
		params = append(params, oauth2.SetAuthURLParam("login_hint", o.LoginHint))
	}
	address := a.conf.AuthCodeURL(a.want.state, params...)
	if o.Rewrite != nil {
		var err error
		if address, err = o.Rewrite(address); err != nil {
			return "", fmt.Errorf("serve the sign-in page: %w", err)
		}
	}
	checked, err := CheckURL(address)
	if err != nil {
		return "", &RefusedError{Subject: "the sign-in address", Reason: "it " + err.Error()}
	}
	return checked, nil
}

// await shows the way to the sign-in page and returns the code that comes back.
func (c *Client) await(ctx context.Context, a *attempt, o LoginOptions) (Secret, error) {
	timeout := o.Timeout
	if timeout == 0 {
		timeout = defaultLoginTimeout
	}
	a.loop.serve(a.url, a.want)
	c.show(a, o)
	hint := time.AfterFunc(hintAfter, func() { fmt.Fprint(c.opts.Notices, waitingHint(o)) })
	defer hint.Stop()
	if o.Paste != nil {
		go c.readPastes(a, o.Paste)
	}
	end := time.NewTimer(timeout)
	defer end.Stop()
	select {
	case got := <-a.loop.answers:
		return got.code, got.err
	case <-ctx.Done():
		return "", fmt.Errorf("sign in: %w", context.Cause(ctx))
	case <-end.C:
		return "", withReason(ErrLoginRequired, fmt.Errorf("nobody finished the sign-in page within %s", timeout))
	}
}

// redeem trades the code for tokens. The code is good once, so it is sent again only after a whole answer:
// that the server is busy, or that it failed. If it then turns out to be spent, the failure is what counts.
func (c *Client) redeem(ctx context.Context, a *attempt, code Secret) (l login, err error) {
	err = c.patiently(ctx, "sign in", min(c.opts.WaitBudget, requestTimeout), func() error {
		l, err = c.exchange(ctx, a, code)
		return err
	})
	failed, ok := errors.AsType[*NetworkError](err)
	if !ok || failed.Status == 0 {
		return l, err
	}
	l, again := c.exchange(ctx, a, code)
	if _, spent := errors.AsType[*DeniedError](again); spent {
		return login{}, err
	}
	return l, again
}

func (c *Client) exchange(ctx context.Context, a *attempt, code Secret) (login, error) {
	const doing = "finish the sign-in"
	sent := c.opts.Now()
	token, err := a.conf.Exchange(c.withClient(ctx, a.notes), string(code), oauth2.VerifierOption(a.verifier))
	if err != nil {
		return login{}, c.tokenFailure(ctx, doing, a.ends.token, a.notes, err)
	}
	l, err := newLogin(doing, a.ends.token, token, sent)
	if err != nil {
		return login{}, err
	}
	granted := grantedScopes(token)
	if granted == nil {
		granted = c.set.Scopes
	}
	l.facts = facts{Issuer: a.ends.issuer, Token: a.ends.token, Revoke: a.ends.revoke, Login: sent.UTC()}
	l.facts.Account.Issuer = a.ends.issuer
	if c.signsIn(a.ends, granted) {
		if l.facts.Account, err = c.verify(ctx, a.ends, token, a.nonce, a.notes); err != nil {
			_ = c.revoke(context.WithoutCancel(ctx), a.ends.revoke, l)
			return login{}, err
		}
	}
	l.facts.Account.Scopes = granted
	return l, nil
}

// keep stores a new login whole and forgets the tokens of the one before it. A login may be kept and
// the person have interrupted all the same.
func (c *Client) keep(ctx context.Context, l login) (kept bool, err error) {
	err = c.locked(ctx, func() error {
		return held(ctx, func(ctx context.Context) error {
			saved, err := c.vault.save(ctx, l)
			if err != nil {
				return err
			}
			kept = true
			if err := c.vault.erasePlace(ctx, 1-saved.head.Place); err != nil {
				fmt.Fprintf(c.opts.Notices, "the earlier login could not be deleted: %v\n", err)
			}
			return nil
		})
	})
	return kept, err
}
