module.exports = loadShared('@archaka/operators');
