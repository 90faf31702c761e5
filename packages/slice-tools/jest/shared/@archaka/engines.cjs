module.exports = loadShared('@archaka/engines');
