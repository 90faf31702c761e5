/** A still picture, or the frame that a video shows just now. */
export type Picture = HTMLVideoElement | ImageBitmap;

/** Reads the QR codes in a picture; none gives an empty list. */
export interface CodeReader {
  readonly read: (picture: Picture) => Promise<string[]>;
}
