module.exports = loadShared('@cantoo/pdf-lib');
