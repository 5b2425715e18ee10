// Package pages writes what was measured for the tables, beside the figures of the paper and
// of others, as CSV files, Markdown pages and pictures, and reads CSV files of earlier calls.
package pages
