import { DecoderPool } from '@archaka/service-kit/decoder';

export interface DecoderJob {
  readonly filetype: 'pdf' | 'jpeg' | 'png';
  readonly bytes: Uint8Array;
}

export type FileDecoder = DecoderPool<DecoderJob>;

/** Two of them fit the memory of the service's container beside it (docs/adr/0090). */
const PROCESSES = 2;

export const createFileDecoder = (): FileDecoder =>
  new DecoderPool({ entry: new URL('decoder-program.ts', import.meta.url), processes: PROCESSES });
