module.exports = loadShared('@archaka/test-kit/timeouts');
