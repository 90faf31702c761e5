module.exports = loadShared('@archaka/service-kit');
