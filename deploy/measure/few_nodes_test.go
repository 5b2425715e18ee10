package measure

// WithMostNodes makes the nodes fewer from which on later steps are not run, until the returned
// function is called.
func WithMostNodes(nodes int) (restore func()) {
	before := mostNodes
	mostNodes = nodes
	return func() { mostNodes = before }
}
