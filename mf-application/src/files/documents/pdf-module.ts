import './catalogs.ts';

export { PdfFrame } from './pdf-frame.tsx';
// All that is loaded with the first PDF that is to be seen.
export { renderFirstPage } from './render-first-page.ts';
