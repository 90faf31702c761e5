import sharp from 'sharp';
import { serveDecoder, UnusableFile } from '../serve-decoder.ts';

export interface GreedyJob {
  readonly behaviour:
    | 'echo'
    | 'reject'
    | 'fail'
    | 'end'
    | 'run-on'
    | 'take-wasm'
    | 'take-buffers'
    | 'take-native'
    | 'read-secret';
}

const GIGABYTE = 1024 ** 3;

/** Its types are the browser's. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: new (options: { initial: number }) => { buffer: ArrayBuffer } };
};
const WASM_PAGE_BYTES = 65_536;

const behaviours: Record<GreedyJob['behaviour'], () => Promise<Uint8Array> | Uint8Array> = {
  echo: () => Buffer.from('decoded'),
  reject: () => {
    throw new UnusableFile('locked');
  },
  fail: () => {
    throw new Error('of a library');
  },
  end: () => process.abort(),
  'run-on': () => {
    for (;;);
  },
  'take-wasm': () =>
    new Uint8Array(new webAssembly.Memory({ initial: GIGABYTE / WASM_PAGE_BYTES }).buffer).fill(1),
  'take-buffers': () => Buffer.alloc(GIGABYTE, 1),
  // libvips composes the whole picture in memory for a rotation.
  'take-native': () =>
    sharp({
      create: { width: 16_000, height: 16_000, channels: 4, background: '#345' },
      limitInputPixels: false,
    })
      .rotate(90)
      .raw()
      .toBuffer(),
  'read-secret': () => Buffer.from(String(process.env.DECODER_TEST_SECRET)),
};

serveDecoder(async ({ behaviour }: GreedyJob) => behaviours[behaviour]());
