package kernels

// terms holds, for each term of a row's values, the lanes of a row of x and of y that it
// multiplies.
type terms [][2][16]uint32

// maxVectors is the largest number of 3-vectors in a row of 16 lanes.
const maxVectors = 5

// innerTerms, mixTerms and mixBackTerms hold the terms of [Inner], and of [Mix] forward and
// back, for k and m vectors. They are nil if a row has more than 16 values.
var innerTerms, mixTerms, mixBackTerms = bilinearTerms()

func bilinearTerms() (inner, mix, back [maxVectors + 1][maxVectors + 1]terms) {
	for k := range maxVectors + 1 {
		for m := range maxVectors + 1 {
			if k*m == 0 || k*m > 16 {
				continue
			}
			inner[k][m] = make(terms, 3)
			mix[k][m], back[k][m] = make(terms, m), make(terms, m)
			for axis := range 3 {
				for i := range k {
					for j := range m {
						inner[k][m][axis][0][i*m+j] = uint32(3*i + axis)
						inner[k][m][axis][1][i*m+j] = uint32(3*j + axis)
						mix[k][m][j][0][3*i+axis] = uint32(i*m + j)
						back[k][m][j][0][3*i+axis] = uint32(j*k + i)
						mix[k][m][j][1][3*i+axis] = uint32(3*j + axis)
						back[k][m][j][1][3*i+axis] = uint32(3*j + axis)
					}
				}
			}
		}
	}
	return inner, mix, back
}

func innerAVX512(dst, x, y []float32, k, m int) {
	if max(k, m) > maxVectors || innerTerms[k][m] == nil {
		innerInGo(dst, x, y, k, m)
		return
	}
	bilinear(innerTerms[k][m], dst, k*m, x, 3*k, y, 3*m)
}

func mixAVX512(dst, weights, z []float32, k, m int, transpose bool) {
	if max(k, m) > maxVectors || mixTerms[k][m] == nil {
		mixInGo(dst, weights, z, k, m, transpose)
		return
	}
	lanes := mixTerms[k][m]
	if transpose {
		lanes = mixBackTerms[k][m]
	}
	bilinear(lanes, dst, 3*k, weights, k*m, z, 3*m)
}

func bilinear(lanes terms, dst []float32, widthDst int, x []float32, widthX int, y []float32, widthY int) {
	rowPortions(len(dst)/widthDst, 16, func(i, rows int) {
		bilinearAVX512(&dst[i*widthDst], widthDst, &x[i*widthX], widthX, &y[i*widthY], widthY,
			rows, &lanes[0][0][0], len(lanes))
	})
}
