export type { PictureTarget } from './decode-picture.ts';
export { DecoderPool } from './decoder-pool.ts';
export { UnusableFile, type UnusableReason } from './serve-decoder.ts';
