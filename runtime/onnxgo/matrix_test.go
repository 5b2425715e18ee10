package onnxgo

// productOfMatrices multiplies by the definition.
func productOfMatrices(a, b value) value {
	x, y := a.data.([]float32), b.data.([]float32)
	m, k, n := a.shape[0], a.shape[1], b.shape[1]
	out := make([]float32, m*n)
	for i := range m {
		for j := range n {
			sum := 0.0
			for p := range k {
				sum += float64(x[i*k+p]) * float64(y[p*n+j])
			}
			out[i*n+j] = float32(sum)
		}
	}
	return floats(s(m, n), out...)
}

// wave fills a matrix with numbers of both signs that float32 rounds.
func wave(shape ...int) value {
	v := counting(shape...)
	for i, x := range v.data.([]float32) {
		v.data.([]float32)[i] = float32(int(x*37)%101-50) / 64
	}
	return v
}

func matrixCases() []operatorCase {
	large, tall := wave(130, 65), wave(65, 67)
	return []operatorCase{
		{operator: "MatMul", in: []value{counting(2, 3), counting(3, 2)}, want: floats(s(2, 2), 22, 28, 49, 64)},
		{operator: "MatMul", what: "on all processors", in: []value{large, tall}, want: productOfMatrices(large, tall)},
		{operator: "MatMul", what: "row", in: []value{counting(3), counting(3, 2)}, want: floats(s(2), 22, 28)},
		{operator: "MatMul", what: "column", in: []value{counting(2, 3), counting(3)}, want: floats(s(2), 14, 32)},
		{operator: "MatMul", what: "row and column", in: []value{counting(3), counting(3)}, want: floats(nil, 14)},
		{operator: "MatMul", what: "batch and matrix", in: []value{counting(2, 1, 2), counting(2, 1)}, want: floats(s(2, 1, 1), 5, 11)},
		{operator: "MatMul", what: "batches", in: []value{counting(2, 1, 2), counting(2, 2, 1)}, want: floats(s(2, 1, 1), 5, 25)},
		{operator: "MatMul", what: "broadcast batches", in: []value{counting(2, 1, 1, 2), counting(3, 2, 1)}, want: floats(s(2, 3, 1, 1), 5, 11, 17, 11, 25, 39)},
		{operator: "MatMul", what: "matrix and batch", in: []value{counting(1, 2), counting(2, 2, 1)}, want: floats(s(2, 1, 1), 5, 11)},
		{operator: "MatMul", what: "two batches and one", in: []value{counting(2, 2, 1, 2), counting(2, 1, 2, 1)}, want: floats(s(2, 2, 1, 1), 5, 11, 39, 53)},
		{operator: "MatMul", what: "batches of matrices", in: []value{counting(2, 2, 3), counting(2, 3, 2)}, want: floats(s(2, 2, 2), 22, 28, 49, 64, 220, 244, 301, 334)},
		{operator: "MatMul", what: "row and batch", in: []value{counting(2), counting(2, 2, 1)}, want: floats(s(2, 1), 5, 11)},
		{operator: "MatMul", what: "no rows", in: []value{floats(s(0, 3)), counting(3, 2)}, want: floats(s(0, 2))},
		{operator: "MatMul", what: "nothing to sum", in: []value{floats(s(2, 0)), floats(s(0, 1))}, want: floats(s(2, 1), 0, 0)},
		{operator: "MatMul", what: "no batch", in: []value{floats(s(0, 1, 2)), floats(s(0, 2, 1))}, want: floats(s(0, 1, 1))},
		{operator: "MatMul", what: "misfit", in: []value{counting(2, 3), counting(2, 3)}, err: "shapes [2 3] and [2 3] have no matrix product"},
		{operator: "Gemm", in: []value{counting(2, 3), counting(3, 2), floats(s(2), 100, 200)}, want: floats(s(2, 2), 122, 228, 149, 264)},
		{operator: "Gemm", what: "no sum", in: []value{counting(2, 3), counting(3, 2)}, want: floats(s(2, 2), 22, 28, 49, 64)},
		{operator: "Gemm", what: "transposed", attrs: attrs{"transA": 1, "transB": 1}, in: []value{counting(2, 1), counting(1, 2)}, want: floats(s(1, 1), 5)},
		{operator: "Gemm", what: "scaled", attrs: attrs{"alpha": float32(2), "beta": float32(0.5)}, in: []value{counting(1, 2), counting(2, 1), floats(s(1, 1), 8)}, want: floats(s(1, 1), 14)},
		{operator: "Gemm", what: "scaled alone", attrs: attrs{"alpha": float32(2)}, in: []value{counting(1, 2), counting(2, 1)}, want: floats(s(1, 1), 10)},
		{operator: "Gemm", what: "wide sum", in: []value{counting(1, 2), counting(2, 1), counting(3, 1)}, err: "input 3 of shape [3 1] does not fit the product's [1 1]"},
		{operator: "Gemm", what: "three axes", in: []value{counting(1, 1, 2), counting(2, 1)}, err: "input 1 has shape [1 1 2], expected two axes"},
		{operator: "Gemm", what: "misfit of the sum", in: []value{counting(1, 2), counting(2, 2), counting(3)}, err: "shapes [1 2] and [3] cannot be broadcast together"},
	}
}
