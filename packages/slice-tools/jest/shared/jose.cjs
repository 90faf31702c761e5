module.exports = loadShared('jose');
