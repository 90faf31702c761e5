import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { type BareMachine, createBareMachine } from '../testing/bare-machine.ts';
import { findOrInstallNginx } from './programs.ts';

let machine: BareMachine;
beforeEach(async () => {
  machine = await createBareMachine();
});

/** Only the test's own programs. */
const find = () => findOrInstallNginx(machine);

async function installDebian(download: string) {
  await machine.installProgram(join(machine.bin, 'apt-get'), download);
  const unpack = 'p=$3/usr/sbin; /bin/mkdir -p $p; echo "#!/bin/sh" > $p/nginx; /bin/chmod +x $p/nginx';
  await machine.installProgram(join(machine.bin, 'dpkg-deb'), unpack);
}

test('unpacks Debian’s package once, and uses it again', async () => {
  await installDebian('[ "$1 $2" = "download nginx" ] && echo > nginx_1.22.1_amd64.deb');
  expect(await find()).toBe(join(machine.cache, 'nginx'));
  expect(await find()).toBe(join(machine.cache, 'nginx'));
  expect(machine.reported).toEqual(['Downloading nginx (apt-get download nginx) …']);
});

test('reports the cause of a failed download and the package to install, and leaves no file', async () => {
  await installDebian('echo "E: Unable to locate package nginx" >&2; exit 100');
  await expect(find()).rejects.toThrow(
    /^nginx cannot be downloaded: E: Unable to locate package nginx\. Install nginx 1\.22 or later/,
  );
  expect(await readdir(machine.cache)).toEqual([]);
});
