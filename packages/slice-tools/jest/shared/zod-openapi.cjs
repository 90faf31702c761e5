module.exports = loadShared('zod-openapi');
