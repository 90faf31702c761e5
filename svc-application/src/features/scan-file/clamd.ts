import { createConnection, type NetConnectOpts } from 'node:net';
import { DependencyUnavailable } from '@archaka/service-kit';

type ScanResult = 'clean' | 'infected';

/** @throws ScannerUnavailable */
export type FileScanner = (bytes: Buffer) => Promise<ScanResult>;

/** 503: no timely response. Nothing was stored; uploaded chunks remain. */
class ScannerUnavailable extends DependencyUnavailable {
  constructor(cause: unknown) {
    super('malware scanner', cause);
    this.message = 'Files cannot be checked at the moment. Please try again in a few minutes.';
  }
}

/** Idle time; a scan of 5 MB takes less than a second. */
const TIMEOUT_MS = 20_000;
const CHUNK_BYTES = 64 * 1024;

const toAddress = ({ protocol, hostname, port, pathname }: URL): NetConnectOpts =>
  protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port || 3310) };

/** `zINSTREAM`: length-prefixed chunks, ended by an empty one (clamd(8)). */
function* encodeInstream(bytes: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = bytes.subarray(start, start + CHUNK_BYTES);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

function sendToClamd(address: NetConnectOpts, bytes: Buffer, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(address);
    const chunks: Buffer[] = [];
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the scanner did not respond in time')));
    socket.on('error', reject);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1').replaceAll('\0', '').trim()));
    socket.on('connect', () => {
      for (const chunk of encodeInstream(bytes)) socket.write(chunk);
    });
  });
}

function parseScanResult(response: string): ScanResult {
  if (response === 'stream: OK') return 'clean';
  if (/^stream: .+ FOUND$/.test(response)) return 'infected';
  throw new Error(`the scanner responded ${response}`);
}

/** @param url `tcp://host:port` or `unix:/path` */
export const createClamdScanner =
  (url: string, timeoutMs = TIMEOUT_MS): FileScanner =>
  async (bytes) => {
    try {
      return parseScanResult(await sendToClamd(toAddress(new URL(url)), bytes, timeoutMs));
    } catch (error) {
      throw new ScannerUnavailable(error);
    }
  };
