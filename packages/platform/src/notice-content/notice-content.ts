import './catalogs.ts';

export { NoticeChanges } from './notice-changes.tsx';
export { NoticeParts } from './notice-parts.tsx';
