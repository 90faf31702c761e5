import { inflateSync } from 'node:zlib';

const LOCKED = 'This PDF is locked. Please upload one that opens without a password.';
const ACTIVE = 'This PDF carries a program or another file. Please upload a plain one.';

/** No honest list of objects in a 2 MB file is larger. */
const MOST_INFLATED = 16 * 1024 * 1024;

/** PDF names may spell any character as `#` and two hexadecimal digits. */
const withPlainNames = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { maxOutputLength: MOST_INFLATED }).toString('latin1');
  } catch {
    return '';
  }
}

/** What stands in compressed object streams (PDF 1.5, ISO 32000-1, 7.5.7), where names may hide. */
function objectStreams(text: string): string[] {
  const found: string[] = [];
  const start = /stream\r?\n/g;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const dictionary = text.slice(text.lastIndexOf(' obj', match.index), match.index);
    const end = text.indexOf('endstream', start.lastIndex);
    if (end < 0) break;
    if (withPlainNames(dictionary).includes('/ObjStm'))
      found.push(inflated(Buffer.from(text.slice(start.lastIndex, end), 'latin1')));
    start.lastIndex = end + 'endstream'.length;
  }
  return found;
}

/** Says in words why a PDF is not taken; nothing when it may be. */
export function inspectPdf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const all = withPlainNames([text, ...objectStreams(text)].join('\n'));
  if (all.includes('/Encrypt')) return LOCKED;
  return /\/(JavaScript|Launch|EmbeddedFile)/.test(all) ? ACTIVE : undefined;
}
