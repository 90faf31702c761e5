module.exports = loadShared('@archaka/test-kit');
