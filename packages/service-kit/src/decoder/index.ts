export type { PictureTarget } from './decode-picture.ts';
export { DecoderPool } from './decoder-pool.ts';
export { UnusableFile, type UnusableReason } from './unusable-file.ts';
