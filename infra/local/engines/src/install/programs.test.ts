import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { type BareMachine, createBareMachine } from '../testing/bare-machine.ts';
import { findOrInstallNginx, findOrInstallSchemathesis } from './programs.ts';

/** Only the test's own programs; no apt-get and no Python but those. */
let machine: BareMachine;
beforeEach(async () => {
  machine = await createBareMachine();
});

async function stubDebian(download: string) {
  await machine.installProgram(join(machine.bin, 'apt-get'), download);
  const unpack = 'p=$3/usr/sbin; /bin/mkdir -p $p; echo "#!/bin/sh" > $p/nginx; /bin/chmod +x $p/nginx';
  await machine.installProgram(join(machine.bin, 'dpkg-deb'), unpack);
}

/** A Python whose virtual environments have a Python that runs this script. */
const stubPython = (script: string) =>
  machine.installProgram(
    join(machine.bin, 'python3'),
    `/bin/mkdir -p "$3/bin" && printf '#!/bin/sh\\n%s\\n' '${script}' > "$3/bin/python" && /bin/chmod +x "$3/bin/python"`,
  );

test('unpacks Debian’s package of nginx once, and uses it again', async () => {
  await stubDebian('[ "$1 $2" = "download nginx" ] && echo > nginx_1.22.1_amd64.deb');
  for (const _time of ['first', 'again'])
    expect(await findOrInstallNginx(machine)).toBe(join(machine.cache, 'nginx'));
  expect(machine.reported).toEqual(['Downloading nginx (apt-get download nginx) …']);
});

test('installs Schemathesis once, into its own environment', async () => {
  await stubPython('exit 0');
  const [command] = await findOrInstallSchemathesis(machine);
  expect(command).toMatch(new RegExp(`^${machine.cache}/schemathesis-[0-9.]+/bin/python$`));
  expect(await findOrInstallSchemathesis(machine)).toContain(command);
  expect(machine.reported).toEqual([expect.stringMatching(/^Installing Schemathesis \d/)]);
});

test('reports the cause of a failed installation and the remedy, and leaves no file', async () => {
  await expect(findOrInstallSchemathesis(machine)).rejects.toThrow(/^Install Python 3\.10 or later/);
  await stubPython('echo "No module named pip" >&2; exit 1');
  await expect(findOrInstallSchemathesis(machine)).rejects.toThrow(
    /^pip install of Schemathesis failed: No module named pip\. Install Python 3\.10 or later with its venv and pip/,
  );
  await stubDebian('echo "E: Unable to locate package nginx" >&2; exit 100');
  await expect(findOrInstallNginx(machine)).rejects.toThrow(
    /^nginx cannot be downloaded: E: Unable to locate package nginx\. Install nginx 1\.22 or later/,
  );
  expect(await readdir(machine.cache)).toEqual([]);
});
