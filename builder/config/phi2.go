package config

// These are the forms of phi2 other than the default, as values of Config.Phi2: the rows of the
// paper's table of ablations.
const (
	Phi2FXV       = "fxv"        // sticks take (f, x, v) as hinges do: the general form of Eq. 6
	Phi2FXVShared = "fxv-shared" // and both have the same network
	Phi2F         = "f"          // hinges take f only, as sticks do
	Phi2FShared   = "f-shared"   // and both have the same network
	Phi2MLP       = "mlp"        // "w/o Equivariance": a perceptron of the same size on the coordinates
	Phi2RawGram   = "raw-gram"   // "w/o Normalization": Eq. 8 in place of Eq. 10
)
