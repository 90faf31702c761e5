module.exports = loadShared('@archaka/contracts/key-ring');
