import { createConnection, type NetConnectOpts } from 'node:net';
import { PartDown } from '@archaka/service-kit';

/** What the scanner says of a file. */
export type Verdict = 'clean' | 'infected';

/** Sends a file through a malware scanner. @throws ScannerDown */
export type FileScanner = (bytes: Buffer) => Promise<Verdict>;

/** 503: the scanner does not answer, or not in time. Nothing was stored; what was uploaded in pieces is still there. */
class ScannerDown extends PartDown {
  constructor(cause: unknown) {
    super('malware scanner', cause);
    this.message = 'Files cannot be checked at the moment. Please try again in a few minutes.';
  }
}

/** Of silence; a scan of 5 MB takes less than a second. */
const LONGEST_MS = 20_000;
const PIECE = 64 * 1024;

const addressOf = ({ protocol, hostname, port, pathname }: URL): NetConnectOpts =>
  protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port || 3310) };

/** `zINSTREAM`: pieces with their length before them, and one of no length at the end (clamd(8)). */
function* instream(bytes: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for (let start = 0; start < bytes.length; start += PIECE) {
    const piece = bytes.subarray(start, start + PIECE);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    yield length;
    yield piece;
  }
  yield Buffer.alloc(4);
}

/** The one line that the scanner answers. */
function ask(address: NetConnectOpts, bytes: Buffer, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(address);
    const answer: Buffer[] = [];
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the scanner is silent')));
    socket.on('error', reject);
    socket.on('data', (piece) => answer.push(piece));
    socket.on('end', () => resolve(Buffer.concat(answer).toString('latin1').replaceAll('\0', '').trim()));
    socket.on('connect', () => {
      for (const piece of instream(bytes)) socket.write(piece);
    });
  });
}

function verdictIn(answer: string): Verdict {
  if (answer === 'stream: OK') return 'clean';
  if (/^stream: .+ FOUND$/.test(answer)) return 'infected';
  throw new Error(`the scanner answered ${answer}`);
}

/** clamd at `tcp://host:port` or `unix:/path`. */
export const clamdAt =
  (url: string, timeoutMs = LONGEST_MS): FileScanner =>
  async (bytes) => {
    try {
      return verdictIn(await ask(addressOf(new URL(url)), bytes, timeoutMs));
    } catch (error) {
      throw new ScannerDown(error);
    }
  };
