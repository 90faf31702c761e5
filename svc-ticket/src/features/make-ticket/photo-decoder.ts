import { DecoderPool } from '@archaka/service-kit/decoder';

export interface PhotoJob {
  readonly bytes: Uint8Array;
}

export type PhotoDecoder = DecoderPool<PhotoJob>;

export const createPhotoDecoder = (): PhotoDecoder =>
  new DecoderPool({ entry: new URL('photo-decoder-program.ts', import.meta.url), processes: 1 });
