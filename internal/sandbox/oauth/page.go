package oauth

import (
	"embed"
	"net/http"
	"sync"

	"travel.example/travel/internal/sandbox/webpage"
)

//go:embed pages
var pageFiles embed.FS

// pages are parsed on the first visit.
var pages = sync.OnceValues(func() (*webpage.Set, error) { return webpage.Read(pageFiles) })

// consentView is what the sign-in page shows.
type consentView struct {
	Accounts    []Account
	Hint        string // login_hint
	Chosen      string // ID of the account that is picked at first
	Client      clientView
	Permissions []permission
	Action      string // where the form is posted
	Form        string
	Target      targetView // where the answer goes; nowhere for a device
	Code        string     // what the device shows, "" when none asks
}

// clientView is how the page speaks of a client.
type clientView struct {
	Registered bool
	Name       string // what a registered one calls itself, or ""
}

func viewClient(c client) clientView { return clientView{Registered: c.registered(), Name: c.Name} }

// targetView is host and port of a redirect address.
type targetView struct {
	Host string
	Here bool // on this computer
}

func targetOf(redirect string) targetView {
	_, host := originOf(redirect)
	_, _, loopback := parseLoopback(redirect)
	return targetView{Host: host, Here: loopback}
}

// problemView is what the page for a request that cannot be answered shows.
type problemView struct{ Reason string }

// showConsent shows where a person picks a traveler and decides.
func showConsent(w http.ResponseWriter, formAction string, view consentView) {
	view.Accounts = Accounts()
	view.Chosen = view.Accounts[0].ID
	if who, ok := accountByHint(view.Hint); ok {
		view.Chosen = who.ID
	}
	showPage(w, http.StatusOK, "signin.html", formAction, view)
}

// showProblem is for a request that must not be redirected anywhere.
func showProblem(w http.ResponseWriter, status int, reason string) {
	showPage(w, status, "problem.html", "form-action 'none'", problemView{Reason: reason})
}

func showPage(w http.ResponseWriter, status int, name, formAction string, view any) {
	var body []byte
	set, err := pages()
	if err == nil {
		body, err = set.Page(name, view)
	}
	if err != nil {
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	webpage.Guard(w.Header(), set.Policy("img-src data:; "+formAction))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body) // a broken connection has no one to tell
}
