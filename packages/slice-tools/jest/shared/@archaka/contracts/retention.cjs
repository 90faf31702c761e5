module.exports = loadShared('@archaka/contracts/retention');
