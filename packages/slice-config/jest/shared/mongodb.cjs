module.exports = loadShared('mongodb');
