import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findOrInstallRabbit } from './find.ts';

const emptyBin = () => mkdtemp(join(tmpdir(), 'engines-'));
const program = (path: string) => writeFile(path, '#!/bin/sh\n', { mode: 0o755 });

test('uses a rabbitmq-server on the PATH', async () => {
  const bin = await emptyBin();
  await program(join(bin, 'rabbitmq-server'));

  const found = await findOrInstallRabbit({ env: { PATH: bin } });

  expect(found).toEqual({ by: 'process', server: join(bin, 'rabbitmq-server') });
});

test("uses the server behind Debian's wrapper, which always runs the system's own node", async () => {
  const [bin, lib] = [await emptyBin(), await emptyBin()];
  await program(join(lib, 'rabbitmq-script-wrapper'));
  await program(join(lib, 'rabbitmq-server'));
  await symlink(join(lib, 'rabbitmq-script-wrapper'), join(bin, 'rabbitmq-server'));

  const found = await findOrInstallRabbit({ env: { PATH: bin } });

  expect(found).toEqual({ by: 'process', server: join(lib, 'rabbitmq-server') });
});
