package train

// Clip is for tests.
var Clip = clip
