export type Picture = HTMLVideoElement | ImageBitmap;

/** Empty when there is no QR code. */
export interface CodeReader {
  readonly read: (picture: Picture) => Promise<string[]>;
}
