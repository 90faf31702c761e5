import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

interface Table {
  readonly tag: Buffer;
  readonly checksum: Buffer;
  readonly data: Buffer;
}

function readTable(woff: Buffer, entry: number): Table {
  const offset = woff.readUInt32BE(entry + 4);
  const packedLength = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  const packed = woff.subarray(offset, offset + packedLength);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.subarray(entry + 16, entry + 20),
    data: packedLength < length ? inflateSync(packed) : packed,
  };
}

function createHeader(flavor: Buffer, count: number): Buffer {
  const header = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  const power = Math.floor(Math.log2(count));
  flavor.copy(header);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(SFNT_ENTRY << power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(SFNT_ENTRY * count - (SFNT_ENTRY << power), 10);
  return header;
}

const padToWord = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc(-data.length & 3)]);

/** Unpacks a WOFF font to TrueType or OpenType: https://www.w3.org/TR/WOFF/ */
export function toSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) =>
    readTable(woff, WOFF_HEADER + WOFF_ENTRY * index),
  );
  const header = createHeader(woff.subarray(4, 8), count);
  let offset = header.length;
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = SFNT_HEADER + SFNT_ENTRY * index;
    tag.copy(header, entry);
    checksum.copy(header, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    offset += padToWord(data).length;
  });
  return Buffer.concat([header, ...tables.map(({ data }) => padToWord(data))]);
}
