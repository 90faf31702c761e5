import './catalogs.ts';

// The modules that are loaded with the first photo.
export { AdjustablePhoto } from './adjustable-photo.tsx';
export { PhotoIssues } from './photo-issues.tsx';
export { preparePhoto } from './prepare-photo.ts';
