package auth

import (
	"travel.example/travel/internal/auth/browser"
	"travel.example/travel/internal/auth/callback"
	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/oauth"
	"travel.example/travel/internal/auth/vault"
)

// Names of the packages below that callers use from here.
type (
	// Settings names one deployment and the client this program is to it.
	Settings = oauth.Settings
	// Examination is what can be known of the sign-in server without signing in.
	Examination = oauth.Examination
	// Account is who signed in.
	Account = grant.Account
	// Store keeps the login.
	Store = vault.Store
	// KeyringOptions says who could answer the keyring's questions.
	KeyringOptions = vault.KeyringOptions

	// SettingsError is a setting no login can work with.
	SettingsError = failure.SettingsError
	// StoreError means that the credential store cannot be used.
	StoreError = vault.StoreError
	// RefusedError means that what a server says about itself cannot be trusted.
	RefusedError = failure.RefusedError
	// DeniedError is the sign-in server's own refusal.
	DeniedError = failure.DeniedError
	// RegistrationError means that the sign-in server does not take this program as a client.
	RegistrationError = failure.RegistrationError
	// ClockError means that this computer's clock and the server's are too far apart.
	ClockError = failure.ClockError
	// NetworkError means that a server could not be reached in time, or failed.
	NetworkError = failure.NetworkError
	// AnswerError means that a server's answer cannot be used.
	AnswerError = failure.AnswerError
	// WaitError means that the sign-in server asks to come back later.
	WaitError = failure.WaitError
)

// What a caller tells apart in addition to the types of errors.
var (
	// ErrLoginRequired means that no usable login is stored for this deployment.
	ErrLoginRequired = failure.ErrLoginRequired
	// ErrNotRevocable means that the login is gone here and there was no way to end it at the server.
	ErrNotRevocable = failure.ErrNotRevocable
	// ErrStateMismatch means that an answer did not belong to the sign-in that was started here.
	ErrStateMismatch = callback.ErrStateMismatch
	// ErrStartPageReused means that the one-use address given to the browser was opened twice.
	ErrStartPageReused = callback.ErrStartPageReused
)

// CheckURL is the one gate for addresses that are opened or called; see [foreign.CheckURL].
func CheckURL(raw string) (string, error) { return foreign.CheckURL(raw) }

// Keyring returns the store of the operating system; see [vault.Keyring].
func Keyring(o KeyringOptions) Store { return vault.Keyring(o) }

// File returns the store that keeps each entry in a private file below dir; see [vault.File].
func File(dir string) Store { return vault.File(dir) }

// OpenBrowser opens a web address in the person's browser; see [browser.Open].
func OpenBrowser(address string) error { return browser.Open(address) }

// FindOpener looks for the program that OpenBrowser would run; see [browser.FindOpener].
func FindOpener() (browser.Opener, error) { return browser.FindOpener() }
