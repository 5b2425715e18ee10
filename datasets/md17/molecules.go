package md17

// paperSticks holds the bonds that the paper keeps rigid in the molecules of MD17. The atoms
// are numbered without hydrogens.
var paperSticks = map[string][][2]int{
	"aspirin":       {{0, 2}, {1, 3}, {5, 6}, {7, 10}, {11, 12}},
	"benzene":       {{0, 1}, {2, 3}, {4, 5}},
	"benzene_old":   {{0, 1}, {2, 3}, {4, 5}},
	"ethanol":       {{0, 1}},
	"malonaldehyde": {{1, 2}},
	"naphthalene":   {{0, 1}, {2, 3}, {4, 9}, {5, 6}, {7, 8}},
	"salicylic":     {{0, 9}, {1, 2}, {4, 5}, {6, 7}},
	"toluene":       {{2, 3}, {5, 6}, {0, 1}},
	"uracil":        {{0, 1}, {3, 4}},
}

// splitName returns the name of a molecule in the published splits, which belong to the file
// benzene_old.
func splitName(molecule string) string {
	if molecule == "benzene" {
		return "benzene_old"
	}
	return molecule
}
