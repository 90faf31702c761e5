module.exports = loadShared('mongoose');
