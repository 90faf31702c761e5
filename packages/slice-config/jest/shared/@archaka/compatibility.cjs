module.exports = loadShared('@archaka/compatibility');
