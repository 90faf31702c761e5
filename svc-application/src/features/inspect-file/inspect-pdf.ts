import { inflateSync } from 'node:zlib';

const LOCKED = 'This PDF is locked. Please upload one that opens without a password.';
const ACTIVE = 'This PDF carries a program or another file. Please upload a plain one.';

const TOO_DENSE = 'This PDF unfolds to far more than its size. Please upload a plain one.';

/** No honest lists of objects in a 2 MB file are larger, all of them together; bytes. */
const MOST_INFLATED = 16 * 1024 * 1024;

/** The lists would take too much memory to look through. */
class TooDense extends Error {
  override readonly name = 'TooDense';
}

/** PDF names may spell any character as `#` and two hexadecimal digits. */
const withPlainNames = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** @throws TooDense when it would give more than `room` bytes. */
function inflated(bytes: Buffer, room: number): string {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, room) }).toString('latin1');
  } catch (error) {
    if (Object(error).code === 'ERR_BUFFER_TOO_LARGE') throw new TooDense();
    return '';
  }
}

/**
 * What stands in compressed object streams (PDF 1.5, ISO 32000-1, 7.5.7), where names may hide.
 * @throws TooDense
 */
function objectStreams(text: string): string[] {
  const found: string[] = [];
  let room = MOST_INFLATED;
  const start = /stream\r?\n/g;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const dictionary = text.slice(text.lastIndexOf(' obj', match.index), match.index);
    const end = text.indexOf('endstream', start.lastIndex);
    if (end < 0) break;
    if (withPlainNames(dictionary).includes('/ObjStm')) {
      const objects = inflated(Buffer.from(text.slice(start.lastIndex, end), 'latin1'), room);
      room -= objects.length;
      found.push(objects);
    }
    start.lastIndex = end + 'endstream'.length;
  }
  return found;
}

function refusalIn(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const all = withPlainNames([text, ...objectStreams(text)].join('\n'));
  if (all.includes('/Encrypt')) return LOCKED;
  return /\/(JavaScript|Launch|EmbeddedFile)/.test(all) ? ACTIVE : undefined;
}

/** Says in words why a PDF is not taken; nothing when it may be. */
export function inspectPdf(bytes: Buffer): string | undefined {
  try {
    return refusalIn(bytes);
  } catch (error) {
    if (error instanceof TooDense) return TOO_DENSE;
    throw error;
  }
}
