package flights

// Engine answers flight searches. It is safe for concurrent use.
type Engine struct {
	options Options
}

// New makes an Engine. It is cheap: all work happens on first use.
func New(o Options) *Engine { return &Engine{options: o} }

// Known tells whether code is an airport or city code a search may use.
func (e *Engine) Known(code string) bool {
	_, ok := e.options.World.Ends(code)
	return ok
}
