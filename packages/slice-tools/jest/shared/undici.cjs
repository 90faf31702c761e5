module.exports = loadShared('undici');
