module.exports = loadShared('@archaka/contracts/check');
