import './catalogs.ts';

// All that is loaded with the first photo.
export { AdjustablePhoto } from './adjustable-photo.tsx';
export { PhotoFlaws } from './photo-flaws.tsx';
export { preparePhoto } from './prepare-photo.ts';
