package datasets

// StickFeature is the name of the edge feature that says what joins two
// neighbours, as EdgeTypes has it.
const StickFeature = "stick"

// EdgeTypes tells, for each slot of the sample's Neighbors, whether a stick
// (1) or a bar of a hinge (2) joins the two, else 0.
func EdgeTypes(s Sample) []float32 {
	joined := map[[2]int]float32{}
	join := func(i, j int, kind float32) { joined[[2]int{i, j}], joined[[2]int{j, i}] = kind, kind }
	for _, stick := range s.Sticks {
		join(stick[0], stick[1], Stick)
	}
	for _, hinge := range s.Hinges {
		join(hinge[0], hinge[1], Hinge)
		join(hinge[0], hinge[2], Hinge)
	}
	types := make([]float32, len(s.Neighbors))
	for slot, neighbor := range s.Neighbors {
		types[slot] = joined[[2]int{slot / s.slots(), int(neighbor)}]
	}
	return types
}

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
