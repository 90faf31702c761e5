module.exports = loadShared('sharp');
