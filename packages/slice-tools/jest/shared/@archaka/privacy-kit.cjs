module.exports = loadShared('@archaka/privacy-kit');
