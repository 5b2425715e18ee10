// Package reproduce makes the tables and figures of the paper again.
//
// Package protocol says what the tables are, package corpus makes their data sets, and package
// pages writes what was measured. This package does the work between them: it trains and tests
// cells. A cell is named by what determines its number (the data set, the model, the options of
// training, the seed) and not by its table. Tables therefore share cells, nothing is trained
// twice, and a run that was stopped resumes.
//
// A seed determines all random numbers: the data set, the first weights and the order of the
// samples. The spread over seeds therefore includes the spread over data sets.
//
// The output folder contains
//
//	data/        data sets, by what makes them
//	runs/        run folders of gmnc train, one for each training
//	cells/       one small JSON file for each finished cell
//	TABLE.csv    every cell of a table, with a line for each seed
//	TABLE.md     the table beside the paper's
//	TABLE.png    a picture of it, and TABLE.svg
package reproduce
