package datasets

// Rows joins columns of one length to rows.
func Rows(columns ...[]float32) []float32 {
	rows := make([]float32, 0, len(columns)*len(columns[0]))
	for i := range columns[0] {
		for _, column := range columns {
			rows = append(rows, column[i])
		}
	}
	return rows
}
