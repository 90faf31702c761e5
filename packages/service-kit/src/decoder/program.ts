export { decodePicture, type PictureTarget } from './decode-picture.ts';
export { serveDecoder } from './serve-decoder.ts';
export { UnusableFile } from './unusable-file.ts';
