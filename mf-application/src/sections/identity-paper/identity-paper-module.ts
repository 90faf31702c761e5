import './catalogs.ts';

// All that is loaded where the examination has a list of identity papers.
export { PaperChoice } from './paper-choice.tsx';
export { PaperNumber } from './paper-number.tsx';
