package oauth

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// codeView is what the page that asks for a user code shows.
type codeView struct {
	Action string
	Form   string
	Typed  string // initial content of the field
	Given  string // the code that the address brought, to be compared with the device's
	Wrong  string // why the code did not work, "" initially
}

// doneView is the last page on the computer.
type doneView struct{ Decision decision }

// devicePages are what a person sees of a device that signs in.
type devicePages struct {
	clients clients
	forms   forms
	grants  *grants
	now     func() time.Time
}

// showDevice asks for the code. One that the address brings is filled in and not
// looked up: a page elsewhere that links here learns nothing and spends no guess.
func (p devicePages) showDevice(w http.ResponseWriter, r *http.Request) {
	if len(r.URL.RawQuery) > maxQueryBytes {
		showProblem(w, http.StatusBadRequest, "The address is too long")
		return
	}
	params, err := parseParams(r.URL.RawQuery)
	if err != nil {
		showProblem(w, http.StatusBadRequest, "The address cannot be read: "+err.Error())
		return
	}
	view := codeView{}
	if params.Has("user_code") {
		code, ok := parseUserCode(params.Get("user_code"))
		view.Typed, view.Given = code, code
		if !ok {
			view.Wrong = malformedCode()
		}
	}
	p.askForCode(w, r, http.StatusOK, view)
}

func malformedCode() string {
	return "That is not a whole code. A code has 8 letters, none of them a vowel, and no digits."
}

func (p devicePages) askForCode(w http.ResponseWriter, r *http.Request, status int, view codeView) {
	form, err := p.forms.close(w, r, formSeal{Page: devicePage})
	if err != nil {
		showProblem(w, http.StatusInternalServerError, "The sign-in could not be prepared")
		return
	}
	view.Action, view.Form = p.forms.action(devicePage), form
	showPage(w, status, "device.html", "form-action 'self'", view)
}

// answerDevice takes both forms of the page: the one with the code, then the one
// where the person decides.
func (p devicePages) answerDevice(w http.ResponseWriter, r *http.Request) {
	params, err := readForm(w, r)
	if err != nil {
		showProblem(w, http.StatusBadRequest, "The form could not be read: "+err.Error())
		return
	}
	form, err := p.forms.open(r, devicePage, params.Get("form"))
	switch {
	case err != nil:
		showProblem(w, http.StatusForbidden, "This form cannot be used: "+err.Error())
	case form.About == "":
		p.takeUserCode(w, r, params.Get("user_code"))
	default:
		p.takeDecision(w, form.About, params)
	}
}

// takeUserCode looks for the device that shows the code, and asks for the decision.
func (p devicePages) takeUserCode(w http.ResponseWriter, r *http.Request, typed string) {
	code, ok := parseUserCode(typed)
	if !ok { // it can be corrected, so it stays in the field
		p.askForCode(w, r, http.StatusBadRequest, codeView{Typed: clip(typed, codeLength*2), Wrong: malformedCode()})
		return
	}
	id, found, err := p.grants.findDevice(code)
	c, known := p.clients.find(found.Client)
	limit, isLimit := errors.AsType[tooManyGuesses](err)
	switch {
	case isLimit:
		wait := limit.until.Sub(p.now())
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		p.askForCode(w, r, http.StatusTooManyRequests, codeView{
			Wrong: "Too many wrong codes were tried here. " + inMinutes(wait) + ", then try again.",
		})
	case errors.Is(err, errNoDevice), err == nil && !known:
		p.askForCode(w, r, http.StatusBadRequest, codeView{
			Wrong: "No device waits with " + code + ". Look at your device again: a code is good once, for 10 minutes.",
		})
	case err != nil:
		showProblem(w, http.StatusInternalServerError, "The sandbox could not read or save its sign-ins")
	default:
		p.askToAllow(w, r, id, code, c, found.Scopes)
	}
}

func (p devicePages) askToAllow(w http.ResponseWriter, r *http.Request, id, code string, c client, scopes []string) {
	form, err := p.forms.close(w, r, formSeal{Page: devicePage, About: id})
	if err != nil {
		showProblem(w, http.StatusInternalServerError, "The sign-in could not be prepared")
		return
	}
	showConsent(w, "form-action 'self'", consentView{
		Client: viewClient(c), Permissions: permissionsFor(scopes), Code: code, Action: p.forms.action(devicePage), Form: form,
	})
}

// takeDecision takes what the person said about the device of a form.
func (p devicePages) takeDecision(w http.ResponseWriter, id string, params url.Values) {
	who, picked := accountByID(params.Get("account"))
	said := map[string]decision{"allow": allowed, "cancel": denied}[params.Get("decision")]
	if said == "" || said == allowed && !picked {
		showProblem(w, http.StatusBadRequest, "The form came back incomplete: no sample traveler was picked")
		return
	}
	switch err := p.grants.decide(id, said, who); {
	case errors.Is(err, errDecided):
		showProblem(w, http.StatusConflict, "The device was answered before, or its code has expired")
	case err != nil:
		showProblem(w, http.StatusInternalServerError, "The sandbox could not save the sign-in")
	default:
		showPage(w, http.StatusOK, "done.html", "form-action 'none'", doneView{Decision: said})
	}
}

// clip returns at most limit runes of text.
func clip(text string, limit int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), limit)])
}

func inMinutes(wait time.Duration) string {
	minutes := int(math.Ceil(wait.Minutes()))
	if minutes <= 1 {
		return "Wait a minute"
	}
	return fmt.Sprintf("Wait %d minutes", minutes)
}
