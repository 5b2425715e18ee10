package protocol

import (
	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/system"
	"gmnc/train/regression"
)

// These are the systems of the paper's table 1, and of its complete one.
var (
	mainSystems = []string{"1,2,0", "2,0,1", "3,2,1", "0,10,0", "5,3,3"}
	allSystems  = []string{"1,2,0", "2,0,1", "2,4,0", "0,5,0", "7,0,1", "1,0,3", "3,2,1", "4,8,0", "0,10,0", "8,0,4", "2,0,6", "5,3,3"}
)

// Tables holds all tables and figures.
var Tables = []Table{
	{
		Name: "sota", Title: "prediction error on simulated systems (Table 1)", Metric: PositionError, Figure: DotPlots,
		Rows:      []Row{linear, gnn, tfn, se3, rf, egnn, egnnReg, GMN},
		Columns:   onSystems(mainSystems, 500, 1500),
		OtherRows: []OtherRow{{"laws", BestPreset}},
	},
	{
		Name: "full", Title: "prediction error on twelve simulated systems", Metric: PositionError, Figure: DotPlots,
		Rows:    []Row{GMN, egnn, egnnReg, gnn, tfn, se3, rf, linear},
		Columns: onSystems(allSystems, 500),
	},
	{
		Name: "generalization", Title: "trained on (3,2,1), tested on other systems", Metric: PositionError, Figure: DotPlots,
		Rows:    []Row{gnn, egnn, egnnReg, GMN, Own("GMN-Original", GMN)},
		Columns: transfer("3,2,1", "2,4,0", "1,0,3"),
	},
	{
		Name: "extrapolation", Title: "trained on (3,2,1), tested on smaller and larger systems", Metric: PositionError, Figure: DotPlots,
		Rows:    []Row{egnn, GMN, law("GMN-ODE"), MoreSteps},
		Columns: elsewhere("2,4,0", "1,0,3", "5,3,3", "8,6,0", "0,30,20"),
	},
	{
		Name: "ablation", Title: "what GMN's parts are worth", Metric: PositionError, Figure: DotPlots,
		Rows: []Row{
			GMN, gmnL, phi2("w/o Equivariance", config.Phi2MLP),
			phi2("phi2 with (f,x,v)", config.Phi2FXV), phi2("phi2 with (f,x,v), shared", config.Phi2FXVShared),
			phi2("phi2 with only f", config.Phi2F), phi2("phi2 with only f, shared", config.Phi2FShared),
			phi2("w/o Normalization", config.Phi2RawGram),
		},
		Columns: onSystems([]string{"3,2,1", "5,3,3"}, 500, 1500),
	},
	{
		Name: "laws", Title: "GMN-ODE without one of its parts, and others with its training", Metric: PositionError, Figure: DotPlots,
		Rows: append([]Row{GMN}, laws()...), Columns: onSystems(mainSystems, 500, 1500),
	},
	{
		Name: "runaways", Title: "the largest errors, on 20,000 test systems and far from the training data", Metric: LargestError, Figure: DotPlots,
		Rows: []Row{egnn, GMN, law("GMN-ODE"), MoreSteps}, Columns: farAway(),
	},
	{
		Name: "trees", Title: "articulated objects: prediction error", Metric: PositionError, Figure: DotPlots,
		Rows: onForests(Forests()...), Columns: Articulated("chains_and_stars", "binary_tree"),
	},
	{
		Name: "skeleton", Title: "motion capture, the skeleton as one tree", Metric: PositionError, Figure: DotPlots,
		Rows: append(treed(append(regressed(regression.Linear, regression.Kernel, regression.KernelBars), network())), onSkeletons(append(Forests(), named(AsTree(learned(law("GMN-ODE")))))...)...), Columns: OnMotion(),
	},
	{
		Name: "mechanics", Title: "pendulums, springs, tops and an arm: what is known and what is learned", Metric: rolloutError, Figure: DotPlots,
		Rows: mechanics(), Columns: onMechanics(),
	},
	{
		Name: corpus.Contact, Title: "bodies that hit the ground, from their first frames", Metric: rolloutError, Figure: DotPlots,
		Rows: contact(), Columns: onContact(),
	},
	{
		Name: "knowing", Title: "how far off predictions may be: coverage of radii", Metric: radiusCoverage, Figure: AtRadii,
		Rows: knowingRows(), Columns: onKnowing(),
	},
	{
		Name: "certainty", Title: "standard errors of constants beside the truth", Metric: certainty, Figure: nothingDrawn,
		Rows: certaintyRows(), Columns: onCertainty(),
	},
	{
		Name: "robots", Title: "torques of an arm by constants from its log, and errors of constants on simulated twins", Metric: robotError, Figure: nothingDrawn,
		Rows: robotRows(), Columns: OnRobots(),
	},
	{
		Name: "successors", Title: "data and protocols of later papers", Metric: successorError, Figure: DotPlots,
		Rows: Successors(), Columns: OnSuccessors(),
	},
	{
		Name: "constraint", Title: "change of lengths on simulated systems", Metric: ConstraintError, Figure: DotPlots,
		Rows:    []Row{gnn, egnn, egnnReg, GMN},
		Columns: onSystems(mainSystems, 500, 1500),
	},
	{
		Name: "learnable", Title: "learnable forward kinematics", Metric: PositionError, Figure: DotPlots,
		Rows:    []Row{egnn, egnnReg, gmnL, gmnLReg, GMN},
		Columns: onSystems(mainSystems, 500, 1500),
	},
	{
		Name: "hinge-as-sticks", Title: "hinges as two sticks", Metric: PositionError, Figure: DotPlots,
		Rows:    []Row{egnn, egnnReg, twoSticks("GMN (Stick only)"), GMN},
		Columns: onSystems([]string{"3,2,1", "2,0,6", "5,3,3"}, 500, 1500),
	},
	{
		Name: "charge", Title: "charge as a feature of particles or of edges", Metric: PositionError, Figure: DotPlots,
		Rows:    charged(egnn, egnnReg, GMN),
		Columns: onSystems(mainSystems, 500),
	},
	{
		Name: "robustness", Title: "trained with errors in sticks", Metric: PositionError, Figure: DotPlots,
		Rows: []Row{
			GMN, perturbed("GMN w/ Join", system.Join), perturbed("GMN w/ Split", system.Split),
			perturbed("GMN w/ Join + Split", system.JoinSplit), perturbed("GMN w/ Change in Length", system.Length),
		},
		Columns: onSystems([]string{"3,2,1", "5,3,3", "8,6,0"}, 500, 1500),
	},
	{
		Name: "md17", Title: "prediction error on molecules", Metric: PositionError, Figure: DotPlots,
		Rows:    append(onRecorded(rf, tfn, se3, egnn, egnnReg, GMN, gmnL), onPairs()...),
		Columns: onMolecules(),
	},
	{
		Name: "mocap", Title: "prediction error on motion capture", Metric: PositionError, Figure: DotPlots,
		Rows:    append(onRecorded(gnn, tfn, se3, rf, egnn, egnnReg, GMN, gmnL), bestOnPairs()),
		Columns: OnMotion(),
	},
	{
		Name: "mocap-long", Title: "motion capture, trained as later papers do: up to 5000 epochs in batches of 12", Metric: PositionError, Figure: DotPlots,
		Rows:    longer(gnn, rf, egnn, egnnReg, GMN, gmnL),
		Columns: OnMotion(),
	},
	{
		Name: "decomposition", Title: "recorded systems as hinges or as sticks", Metric: PositionError, Figure: DotPlots,
		Rows:    onRecorded(egnn, GMN, gmnL, Hinged(gmnLH)),
		Columns: append(onMolecules(), OnMotion()...),
	},
	{
		Name: "data-efficiency", Title: "prediction error on (3,2,1) over training samples (figure)", Metric: PositionError, Figure: OverSizes,
		Rows:    []Row{gnn, egnn, egnnReg, GMN, law("GMN-ODE")},
		Columns: manySamples(25, 50, 100, 200, 500, 1000, 1500, 2000, 3000),
	},
	{
		Name: "learning-curve", Title: "training and test error on (3,2,1) over the training (figure)", Metric: PositionError, Figure: TrainingAndTest, Curve: true,
		Rows:    []Row{egnn, egnnReg, GMN, law("GMN-ODE")},
		Columns: onSystems([]string{"3,2,1"}, 500),
	},
	{
		Name: "universality", Title: "the general equivariant layer fitted to random equivariant functions", Metric: RelativeError, Figure: OverWidths,
		Rows:    Fitted(),
		Columns: Widths(1, 2, 4, 8, 16, 32, 64),
	},
}
