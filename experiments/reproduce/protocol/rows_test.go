package protocol

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
)

// TestRowsOfForestsAreTrainedAlike: only the model and what it is told differ.
func TestRowsOfForestsAreTrainedAlike(t *testing.T) {
	for _, table := range Tables {
		if table.Name != "trees" && table.Name != "skeleton" {
			continue
		}
		trained := slices.DeleteFunc(slices.Clone(table.Rows), func(r Row) bool { return r.Regression != "" })
		for _, row := range trained {
			require.Equal(t, trained[0].Training, row.Training, row.Name)
			require.Contains(t, config.Models(), row.Model.Model)
		}
	}
}

// TestEachOptionOfTheLawHasARow: a table shows what each option of gmn-ode is
// worth.
func TestEachOptionOfTheLawHasARow(t *testing.T) {
	given := map[string]bool{}
	for _, row := range laws() {
		for _, option := range row.Model.Options() {
			given[option] = true
		}
	}
	base := law("GMN-ODE").Model
	for _, variant := range base.Variants() {
		if variant.Charge == config.NodeCharge {
			continue // of table charge, for models of the paper
		}
		if variant.Integrator == config.Midpoint || variant.Integrator == config.RungeKutta4 {
			continue // for masses, pins and known forces, which the paper's systems lack
		}
		require.Contains(t, given, variant.Options()[0])
	}
}

func TestSelect(t *testing.T) {
	tables, err := Select(Tables, []string{" GMN-l ", "rf"}, []string{"3,2,1"})
	require.NoError(t, err)
	var names []string
	for _, table := range tables {
		for _, row := range table.Rows {
			names = append(names, table.Name+" "+row.Name)
		}
		for _, column := range table.Columns {
			require.Equal(t, "3,2,1", column.System)
		}
	}
	require.Equal(t, []string{"sota RF", "full RF", "ablation GMN-L", "learnable GMN-L"}, names)
	for _, wrong := range []struct {
		models, systems []string
		message         string
	}{
		{[]string{"gpt"}, []string{All}, `the tables asked for have no model "gpt": choose of all; linear; gnn; `},
		{[]string{All}, []string{"3,2"}, `the tables asked for have no system "3,2": choose of all; 1,2,0; `},
		{[]string{All}, []string{"average"}, "no table has a row for [all] with a column for [average]"},
		{[]string{"gmn-original"}, []string{"5,3,3"}, "no table has a row for [gmn-original] with a column for [5,3,3]"},
	} {
		_, err := Select(Tables, wrong.models, wrong.systems)
		require.ErrorContains(t, err, wrong.message)
	}
}

// TestAnAverageIsOfAllItsSystems: of a part of them it would stand beside the
// paper's of all.
func TestAnAverageIsOfAllItsSystems(t *testing.T) {
	generalization := Tables[2:3]
	for _, c := range []struct{ asked, want []string }{
		{[]string{All}, []string{"3,2,1", "2,4,0", "1,0,3", "average"}},
		{[]string{"1,0,3", "average"}, []string{"1,0,3"}},
		{[]string{"1,0,3", "2,4,0", "3,2,1", "average"}, []string{"3,2,1", "2,4,0", "1,0,3", "average"}},
	} {
		tables, err := Select(generalization, []string{All}, c.asked)
		require.NoError(t, err)
		var systems []string
		for _, column := range tables[0].Columns {
			if !slices.Contains(systems, column.System) {
				systems = append(systems, column.System)
			}
		}
		require.Equal(t, c.want, systems)
	}
}

// TestRowsAreModels: every row can be built and trained.
func TestRowsAreModels(t *testing.T) {
	for _, table := range Tables {
		for _, row := range table.Rows {
			if !slices.Contains(config.Models(), row.Model.Model) {
				continue
			}
			require.NoError(t, row.Model.Validate(), "%s: %s", table.Name, row.Name)
			require.NoError(t, row.Training.Validate(), "%s: %s", table.Name, row.Name)
			require.Equal(t, config.Describe(row.Model.Model).ConstraintTerm, row.Training.Lambda > 0, row.Name)
		}
	}
}

// TestRecordingsHaveNoTargetVelocity: no row of the tables of recorded data trains on the velocity
// of a target. Those data have none.
func TestRecordingsHaveNoTargetVelocity(t *testing.T) {
	for _, name := range []string{"successors", "md17", "mocap", "mocap-long", "decomposition"} {
		i := slices.IndexFunc(Tables, func(table Table) bool { return table.Name == name })
		for _, row := range Tables[i].Rows {
			require.False(t, row.Training.Reverse, row.Name)
			require.Zero(t, row.Training.Velocity, row.Name)
		}
	}
}
