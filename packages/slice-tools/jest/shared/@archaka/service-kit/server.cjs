module.exports = loadShared('@archaka/service-kit/server');
