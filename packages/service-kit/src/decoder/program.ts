export { decodePicture, type PictureTarget } from './decode-picture.ts';
export { serveDecoder, UnusableFile } from './serve-decoder.ts';
