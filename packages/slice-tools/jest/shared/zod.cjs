module.exports = loadShared('zod');
