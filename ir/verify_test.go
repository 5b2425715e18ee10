package ir

import (
	"maps"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVerifyNamesWhatIsWrong(t *testing.T) {
	const opened = head + "main(%x: float[particles,3], %w: float[3,3], %senders: index<particles>[edges]) {\n"
	const called = head + `func @f(%x: float[particles,3]) {
  %s = sum_rows %x : float[1,3]
  return x=%x, s=%s
}
main(%x: float[particles,3]) {
`
	for name, c := range map[string]struct{ text, want string }{
		"no main":         {head, "the module has no main graph"},
		"symbol twice":    {"rows a\ncount a\nmain() {\n}", "the symbol a is declared twice"},
		"symbol a number": {"rows 3\nmain() {\n}", `"3" is no name for a symbol: letters, digits and _ . / - are, and a number is not`},
		"symbol a switch": {"rows true\nmain() {\n}", `"true" is no name for a symbol`},
		"symbol no name":  {"rows a b\nmain() {\n}", `"a b" is no name for a symbol`},
		"product of nothing": {"rows e = p * n\nmain() {\n}",
			`"rows e = p * n": only rows can be a product, of rows and a count declared before`},
		"product is a count": {"rows p\ncount n\ncount e = p * n\nmain() {\n}", "only rows can be a product"},
		"product of rows":    {"rows p\nrows q = p * p\nmain() {\n}", "only rows can be a product"},
		"product of counts":  {"count n\nrows q = n * n\nmain() {\n}", "only rows can be a product"},
		"product twice": {head + "rows links = particles * neighbors\nmain() {\n}",
			"edges and links are declared as the same product"},

		"undeclared rows": {"main(%x: float[particles,3]) {\n}",
			"main: %x is float[particles,3], but particles is not declared as rows"},
		"undeclared target": {"rows p\nmain(%i: index<q>[p]) {\n}",
			"main: %i is index<q>[p], but q is not declared as rows"},
		"count as rows": {head + "main(%x: float[neighbors,3]) {\n}",
			"main: %x is float[neighbors,3], but neighbors is not declared as rows"},
		"undeclared in attribute": {opened + "%n = size {of=atoms} : float[1,1]\n}",
			"main: %n = size: size: the symbol atoms is not declared"},
		"value no name": {opened + "%a+b = neg %x : float[particles,3]\n}",
			`main: "a+b" is no name for a value: letters, digits and _ . / - are`},
		"function no name": {head + "func @f g() {\n}\nmain() {\n}", `"f g" is no name for a function`},
		"output no name":   {opened + "return a b=%x\n}", `main: "a b" is no name for an output`},
		"output twice":     {opened + "return y=%x, y=%w\n}", "main: output y is returned twice"},

		"wrong result type": {opened + "%y = neg %x : float[particles,4]\n}",
			"main: %y = neg: %y is float[particles,4]; the shape rule says float[particles,3]"},
		"shapes that do not fit": {opened + "%y = add %x, %w : float[particles,3]\n}",
			"main: %y = add: add: float[3,3] does not fit float[particles,3] in axis 0"},
		"index for floats": {opened + "%y = neg %senders : float[edges,1]\n}",
			"main: %y = neg: neg: argument 1 is index<particles>[edges]; floats are needed"},
		"index into other rows": {opened + "%far = gather %x, %senders : float[edges,3]\n%y = gather %far, %senders : float[edges,3]\n}",
			"main: %y = gather: gather: index<particles>[edges] points into particles, not into the rows edges"},
		"symbol as width": {opened + "%y = matmul %x, %x {transpose_x=false, transpose_y=true} : float[particles,3]\n}",
			"main: %y = matmul: float[particles,particles] has the symbol particles for its width; only rows may be symbols"},
		"missing attribute": {opened + "%y = clamp %x {low=1.0} : float[particles,3]\n}",
			"main: %y = clamp: clamp lacks its attribute high"},
		"two results": {opened + "%y, %z = neg %x : float[particles,3], float[particles,3]\n}",
			"main: %y = neg: it has 1 results, not 2"},

		"call arity": {called + "%a, %b = call @f {scope=f} : float[particles,3], float[1,3]\n}",
			"main: %a = call @f: it takes 1 arguments, not 0"},
		"call argument": {called + "%s = sum_rows %x : float[1,3]\n%a, %b = call @f %s {scope=f} : float[particles,3], float[1,3]\n}",
			"main: %a = call @f: argument x is float[particles,3], not float[1,3]"},
		"call results": {called + "%a = call @f %x {scope=f} : float[particles,3]\n}",
			"main: %a = call @f: it has 2 results, not 1"},
		"call result type": {called + "%a, %b = call @f %x {scope=f} : float[1,3], float[particles,3]\n}",
			"main: %a = call @f: %a is float[1,3]; the shape rule says float[particles,3]"},
		"call scope": {called + "%a, %b = call @f %x : float[particles,3], float[1,3]\n}",
			"main: %a = call @f: a call has the one attribute scope, a name"},
		"call scope a number": {called + "%a, %b = call @f %x {scope=1} : float[particles,3], float[1,3]\n}",
			"main: %a = call @f: a call has the one attribute scope, a name"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(c.text)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestVerifyKeepsSystemsApart(t *testing.T) {
	const opened = head + "main(%x: float[particles,3], param %w: float[1,3]) {\n"
	const sum = "%s = sum_rows %x : float[1,3]\n"
	for name, c := range map[string]struct{ text, want string }{
		"a sum taken from rows": {opened + sum + "%y = sub %x, %s : float[particles,3]\nreturn y=%y\n}",
			"main: %y = sub mixes the rows of different systems: %s is a sum over all of them"},
		"a sum repeated over rows": {opened + sum + "%y = broadcast %s {rows=edges} : float[edges,3]\nreturn y=%y\n}",
			"main: %y = broadcast mixes the rows of different systems: %s is"},
		"by way of other sums": {opened + sum + "%m = mul %s, %w : float[1,3]\n%y = sub %x, %m : float[particles,3]\n}",
			"main: %y = sub mixes the rows of different systems: %m is"},
		"a product that sums over rows": {opened +
			"%g = matmul %x, %x {transpose_x=true, transpose_y=false} : float[3,3]\n" +
			"%y = matmul %x, %g {transpose_x=false, transpose_y=false} : float[particles,3]\n}",
			"main: %y = matmul mixes the rows of different systems: %g is"},
		"how many rows there are": {opened + "%n = size {of=particles} : float[1,1]\n%y = div %x, %n : float[particles,3]\n}",
			"main: %y = div mixes the rows of different systems: %n is"},
		"inside of a function": {head + "func @f(%x: float[particles,3]) {\n" + sum +
			"%y = sub %x, %s : float[particles,3]\nreturn y=%y\n}\nmain() {\n}",
			"function @f: %y = sub mixes the rows of different systems: %s is"},
		"into a function": {head + "func @f(%x: float[particles,3], %m: float[1,3]) {\n" +
			"%y = sub %x, %m : float[particles,3]\nreturn y=%y\n}\nmain(%x: float[particles,3]) {\n" + sum +
			"%y = call @f %x, %s {scope=f} : float[particles,3]\n}",
			"main: in call @f: %y = sub mixes the rows of different systems: %m is"},
		"out of a function": {head + "func @f(%x: float[particles,3]) {\n" + sum +
			"return s=%s\n}\nmain(%x: float[particles,3]) {\n" +
			"%m = call @f %x {scope=f} : float[1,3]\n%y = sub %x, %m : float[particles,3]\n}",
			"main: %y = sub mixes the rows of different systems: %m is"},
		"a loss":                  {opened + sum + "%m = mul %s, %w : float[1,3]\nreturn loss=%m\n}", ""},
		"the mean over neighbors": {opened + "%n = size {of=neighbors} : float[1,1]\n%y = div %x, %n : float[particles,3]\n}", ""},
		"a parameter in all rows": {opened + "%s = sum_rows %w : float[1,3]\n%y = sub %x, %s : float[particles,3]\n}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(c.text)
			if c.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.want)
			}
		})
	}
}

// The test makes graphs by hand that the parser would refuse itself.
func TestVerifyNamesWhatCannotBeWritten(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(m *Module)
		want  string
	}{
		"use before assignment": {func(m *Module) {
			m.Main.Nodes[0], m.Main.Nodes[1] = m.Main.Nodes[1], m.Main.Nodes[0]
		}, "main: %b = exp: %a is used before it is assigned"},
		"value of another graph": {func(m *Module) { m.Main.Nodes[0].Args[0] = &Value{Name: "z", Type: m.Main.Inputs[0].Type} },
			"main: %a = neg: %z is used before it is assigned"},
		"name twice":        {func(m *Module) { m.Main.Nodes[1].Result().Name = "a" }, "main: the name %a is used twice"},
		"name of an input":  {func(m *Module) { m.Main.Nodes[1].Result().Name = "x" }, "main: the name %x is used twice"},
		"function twice":    {func(m *Module) { m.Funcs = append(m.Funcs, m.Funcs[0]) }, "function @f is defined twice"},
		"computed input":    {func(m *Module) { m.Main.Inputs[0].Node = m.Main.Nodes[0] }, "main: input x is computed by a node"},
		"no result":         {func(m *Module) { m.Main.Nodes[0].Results = nil }, "main: a node has no result"},
		"result of another": {func(m *Module) { m.Main.Nodes[0].Result().Node = m.Main.Nodes[1] }, "main: %a = neg: %a is"},
		"foreign output":    {func(m *Module) { m.Main.Outputs[0].Value = nil }, "main: output y is not computed in the graph"},
		"foreign function": {func(m *Module) { m.Main.Nodes[2].Callee = m.Clone().Funcs[0] },
			"main: %f/y = call @f: @f is not defined before"},
		"rank": {func(m *Module) { m.Main.Inputs[0].Type.Shape = []Dim{Rows("particles")} },
			"main: %x: float[particles] has 1 axes; a float value has 2"},
		"symbol as width": {func(m *Module) { m.Main.Inputs[0].Type.Shape = []Dim{Fixed(3), Rows("particles")} },
			"main: %x: float[3,particles] has the symbol particles for its width; only rows may be symbols"},
		"extent": {func(m *Module) { m.Main.Inputs[0].Type.Shape = []Dim{Rows("particles"), Fixed(0)} },
			"main: %x: float[particles,0] has the extent 0; a fixed extent is at least 1"},
		"module name":                        {func(m *Module) { m.Name = "two\nlines" }, `the module's name "two\nlines" is not one trimmed line`},
		"an outer part that is not declared": {func(m *Module) { m.Dims[2].Outer = "others" }, "only rows can be a product"},
		"an inner part that is not declared": {func(m *Module) { m.Dims[2].Inner = "others" }, "only rows can be a product"},
		"half a product":                     {func(m *Module) { m.Dims[2].Outer = "" }, "only rows can be a product"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := Parse(head + `func @f(%x: float[particles,3]) {
  return y=%x
}
main(%x: float[particles,3]) {
  %a = neg %x : float[particles,3]
  %b = exp %a : float[particles,3]
  %f/y = call @f %b {scope=f} : float[particles,3]
  return y=%f/y
}`)
			require.NoError(t, err)
			c.spoil(m)
			require.ErrorContains(t, Verify(m), c.want)
		})
	}
}

// TestVerifyLooksAtEveryNode: a node with an attribute of the wrong kind is found, also after
// one that prints the same.
func TestVerifyLooksAtEveryNode(t *testing.T) {
	op, err := LookupOp(JointPlace)
	require.NoError(t, err)
	m := sampleCallModule(t, op, op.Samples[0])
	right := m.Main.Nodes[len(m.Main.Nodes)-1]
	wrong := &Node{Op: op, Args: right.Args, Attrs: maps.Clone(right.Attrs)}
	wrong.Results = []*Value{{Name: "wrong", Type: right.Result().Type, Node: wrong}}
	m.Main.Nodes = append(m.Main.Nodes, wrong)
	require.NoError(t, Verify(m))
	wrong.Attrs["joints"] = strconv.Itoa(right.Int("joints"))
	require.Equal(t, right.Attrs.String(), wrong.Attrs.String())
	require.ErrorContains(t, Verify(m), "main: %wrong = joint_place: joint_place has joints=8, which is of the wrong kind (string)")
}

// TestNames: letters, digits and four marks may be in a name, and nothing else of ASCII.
func TestNames(t *testing.T) {
	var allowed []rune
	for r := range rune(128) {
		if nameRune(r) {
			allowed = append(allowed, r)
		}
	}
	require.Equal(t, "-./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", string(allowed))
}
