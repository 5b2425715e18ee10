package graph

import "gmnc/ir"

// RadialFeatures returns count Gaussians of a distance [rows,1], as in SchNet (Schuett et al.,
// 2017): exp(-((d - c_k) / s)^2) with centers c_k from 0 to longest and the spacing s, as
// [rows,count]. count must be at least 2.
func (n *Networks) RadialFeatures(distance *ir.Value, count int, longest float64) *ir.Value {
	if count < 2 || !(longest > 0) {
		n.Fail("%d radial features up to %g: there are 2 or more, up to a distance above 0", count, longest)
	}
	spacing := longest / float64(count-1)
	centers := make([]float64, count)
	for k := range centers {
		centers[k] = float64(k) * spacing
	}
	from := n.Mul(n.Sub(distance, n.Const(1, count, centers...)), n.Scalar(1/spacing))
	return n.Exp(n.Neg(n.Square(from)))
}
