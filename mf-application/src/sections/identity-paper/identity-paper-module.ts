import './catalogs.ts';

// The modules that are loaded where the examination lists identity papers.
export { PaperChoice } from './paper-choice.tsx';
export { PaperNumber } from './paper-number.tsx';
