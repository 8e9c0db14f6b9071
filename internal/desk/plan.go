package desk

// AtOnce is how many requests go out together where nothing else bounds them, as an errgroup takes it:
// any number, and one where they are planned, so that each has its place in the plan.
func (d *Desk) AtOnce() int {
	if d.Deployment.Plan() != nil {
		return 1
	}
	return -1
}
