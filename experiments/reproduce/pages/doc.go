// Package pages writes the measurements of the tables, next to the figures of the paper and of
// others, as CSV files, Markdown pages and pictures. It also reads the CSV files of earlier calls.
package pages
