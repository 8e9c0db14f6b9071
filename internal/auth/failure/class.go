package failure

import "travel.example/travel/internal/problem"

// logIn is the way out of most of what a login can lack.
const logIn = "run: travel login"

// askForClient is the way out where this program cannot become a client by itself.
const askForClient = "ask the operator of the service for a public client's id, then: travel config set client-id ID"

// loginRequired is the type of ErrLoginRequired.
type loginRequired struct{}

func (loginRequired) Error() string { return "not signed in to this deployment" }

// Class is Login.
func (loginRequired) Class() problem.Class { return problem.Login }

// Advice is to sign in.
func (loginRequired) Advice() string { return logIn }

// Class is Usage.
func (e *SettingsError) Class() problem.Class { return problem.Usage }

// Advice is the command that sets it.
func (e *SettingsError) Advice() string {
	if e.Setting == "client-id" {
		return askForClient
	}
	return "set it: travel config set " + e.Setting + " VALUE"
}

// Class is Refused.
func (e *RefusedError) Class() problem.Class { return problem.Refused }

// Advice is the remedy, which may be empty.
func (e *RefusedError) Advice() string { return e.Remedy }

// Class is Login.
func (e *DeniedError) Class() problem.Class { return problem.Login }

// Advice is to sign in, in another way where this one is closed to the client.
func (e *DeniedError) Advice() string {
	if e.Code == "unauthorized_client" {
		return "the client may not sign in this way; try another: travel login --browser, --no-browser or --device"
	}
	return logIn
}

// Class is Login.
func (e *RegistrationError) Class() problem.Class { return problem.Login }

// Advice is to get a client's id from a person.
func (e *RegistrationError) Advice() string { return askForClient }

// Class is Login.
func (e *ClockError) Class() problem.Class { return problem.Login }

// Advice is to set the clock.
func (e *ClockError) Advice() string { return "set this computer's clock, then run: travel login" }

// Class is Network.
func (e *NetworkError) Class() problem.Class { return problem.Network }

// Class is Refused.
func (e *AnswerError) Class() problem.Class { return problem.Refused }

// Advice is "": the cause may lie anywhere on the way.
func (e *AnswerError) Advice() string { return "" }

// Class is Wait.
func (e *WaitError) Class() problem.Class { return problem.Wait }

// Advice is when to come back.
func (e *WaitError) Advice() string { return "try again in " + e.After.String() }
