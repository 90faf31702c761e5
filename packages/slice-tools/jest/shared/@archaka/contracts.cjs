module.exports = loadShared('@archaka/contracts');
