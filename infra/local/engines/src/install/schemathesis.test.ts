import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { type BareMachine, createBareMachine } from '../testing/bare-machine.ts';
import { findOrInstallSchemathesis } from './programs.ts';

let machine: BareMachine;
beforeEach(async () => {
  machine = await createBareMachine();
});

/** Only the test's own programs, and no apt-get. */
const find = () => findOrInstallSchemathesis(machine);

/** A Python whose virtual environments have a Python that runs this script. */
const stubPython = (script: string) =>
  machine.installProgram(
    join(machine.bin, 'python3'),
    `/bin/mkdir -p "$3/bin" && printf '#!/bin/sh\\n%s\\n' '${script}' > "$3/bin/python" && /bin/chmod +x "$3/bin/python"`,
  );

test('installs it once, into its own environment', async () => {
  await stubPython('exit 0');

  const [command] = await find();
  expect(command).toMatch(new RegExp(`^${machine.cache}/schemathesis-[0-9.]+/bin/python$`));
  expect(await find()).toContain(command);
  expect(machine.reported).toEqual([expect.stringMatching(/^Installing Schemathesis \d/)]);
});

test('reports the cause of a failed pip and the remedy, and leaves no files', async () => {
  await stubPython('echo "No module named pip" >&2; exit 1');

  await expect(find()).rejects.toThrow(
    /^pip install of Schemathesis failed: No module named pip\. Install Python 3\.10 or later with its venv and pip/,
  );
  expect(await readdir(machine.cache)).toEqual([]);
});

test('names the package to install when there is no Python', async () => {
  await expect(find()).rejects.toThrow(/^Install Python 3\.10 or later/);
});
