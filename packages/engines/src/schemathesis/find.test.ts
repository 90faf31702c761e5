import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { findOrInstallSchemathesis } from './find.ts';
import { FOLDER } from './install.ts';

let bin: string;
let cache: string;
let told: string[];
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engines-'));
  [bin, cache] = [join(folder, 'bin'), join(folder, 'cache')];
  await Promise.all([mkdir(bin), mkdir(cache)]);
  told = [];
});

/** Only what the test has put there, and no apt-get. */
const find = () =>
  findOrInstallSchemathesis({
    env: { PATH: bin, ENGINE_CACHE: cache },
    tell: (line) => told.push(line),
  });

/** A Python that makes environments whose own Python does this. */
const pythonWhoseEnvironments = (does: string) =>
  writeFile(
    join(bin, 'python3'),
    `#!/bin/sh
/bin/mkdir -p "$3/bin" && printf '#!/bin/sh\\n%s\\n' '${does}' > "$3/bin/python" && /bin/chmod +x "$3/bin/python"`,
    { mode: 0o755 },
  );

test('it is installed once, into an environment of its own, and kept', async () => {
  await pythonWhoseEnvironments('exit 0');

  const [command] = await find();
  expect(command).toBe(join(cache, FOLDER, 'bin/python'));
  expect(await find()).toContain(command);
  expect(told).toEqual([expect.stringMatching(/^Installing Schemathesis \d/)]);
});

test('a failing pip gives its reason and what to do, and leaves nothing', async () => {
  await pythonWhoseEnvironments('echo "No module named pip" >&2; exit 1');

  await expect(find()).rejects.toThrow(
    /^pip install of Schemathesis failed: No module named pip\. Install Python 3\.10 or later with its venv and pip/,
  );
  expect(await readdir(cache)).toEqual([]);
});

test('without a Python it says what to install', async () => {
  await expect(find()).rejects.toThrow(/^Install Python 3\.10 or later/);
});
