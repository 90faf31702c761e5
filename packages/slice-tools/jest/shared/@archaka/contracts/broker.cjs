module.exports = loadShared('@archaka/contracts/broker');
