import './catalogs.ts';

// All that is loaded with the first PDF that is to be seen.
export { firstPageOf } from './first-page.ts';
export { PdfFrame } from './pdf-frame.tsx';
