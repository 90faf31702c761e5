module.exports = loadShared('@archaka/service-kit/command-line');
