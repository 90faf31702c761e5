import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { type BareMachine, createBareMachine } from '../testing/bare-machine.ts';
import { findOrInstallToxiproxy } from './find.ts';

let machine: BareMachine;
beforeEach(async () => {
  machine = await createBareMachine();
});

/** Only the test's own programs, and no apt-get. */
const find = () => findOrInstallToxiproxy(machine);

/** A Go of this version that writes the requested version into the server that it builds. */
const stubGo = (version: string) =>
  machine.installProgram(
    join(machine.bin, 'go'),
    `[ "$1" = version ] && echo "go version go${version} linux/amd64" && exit
     printf '#!/bin/sh\\necho %s\\n' "$2" > "$GOBIN/server" && /bin/chmod +x "$GOBIN/server"`,
  );

test('uses an earlier build silently without a Go', async () => {
  await machine.installProgram(
    join(machine.cache, 'toxiproxy-server'),
    'echo toxiproxy-server version 2.12.0',
  );

  expect(await find()).toBe(join(machine.cache, 'toxiproxy-server'));
  expect(machine.reported).toEqual([]);
});

test.each([
  ['1.26.1', 'v2.12.0'],
  ['1.19.8', 'v2.8.0'],
])('Go %s builds %s once, for all later runs', async (go, version) => {
  await stubGo(go);

  expect(await find()).toBe(join(machine.cache, 'toxiproxy-server'));
  expect(await find()).toBe(join(machine.cache, 'toxiproxy-server'));
  expect(machine.reported).toEqual([expect.stringContaining(`/cmd/server@${version})`)]);
});

test('reports the cause of a failed build and the remedy, and leaves no files', async () => {
  await machine.installProgram(
    join(machine.bin, 'go'),
    '[ "$1" = version ] && echo go1.26.1 && exit; echo "no route to host" >&2; exit 1',
  );

  await expect(find()).rejects.toThrow(
    /^go install of Toxiproxy failed: no route to host\. Install Toxiproxy .* PATH, or Go 1\.19 or later/,
  );
  expect(await readdir(machine.cache)).toEqual([]);
});
