// Package reproduce makes the tables and figures of the paper again.
//
// Package protocol says what the tables are, package corpus makes their data sets, and
// package pages writes what was measured. This package does the work between them: it
// trains and tests cells. A cell is named by what makes its number (the data set, the
// model, the options of training, the seed) and not by the table it stands in. So
// tables share cells, nothing is trained twice, and a run that was stopped goes on
// where it was.
//
// A seed draws everything anew: the data set, the first weights and the
// order of the samples. The spread over seeds is therefore that over data
// sets, too.
//
// In the output folder
//
//	data/        data sets, by what makes them
//	runs/        run folders of gmnc train, one a training
//	cells/       one small JSON file a finished cell
//	TABLE.csv    every cell of a table, one line a seed
//	TABLE.md     the table beside the paper's
//	TABLE.png    a picture of it, and TABLE.svg
package reproduce
