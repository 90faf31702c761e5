module.exports = loadShared('pdfjs-dist/legacy/build/pdf.mjs');
