import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstallChromium, scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isRoot, startChromium } from '../src/render/chromium.ts';

const run = promisify(execFile);

/** Runs with the rights of the image only: root becomes nobody, who regains none. */
const UNPRIVILEGED_PREFIX = isRoot()
  ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs', '--bounding-set=-all']
  : ['env'];
const runUnprivileged = (command: readonly string[], cwd: string) => {
  const [program = '', ...args] = [...UNPRIVILEGED_PREFIX, 'env', `HOME=${cwd}`, `TMPDIR=${cwd}`, ...command];
  return run(program, args, { timeout: scaledTimeout(60_000) });
};

let tempDir: string;
let unsupportedReason: string | undefined;
beforeAll(async () => {
  // A run's own folder is closed to others.
  tempDir = await mkdtemp(join(isRoot() ? '/tmp' : tmpdir(), 'sandbox-'));
  await chmod(tempDir, 0o777);
  const needs = ['sh', '-c', 'cat "$0" >/dev/null && unshare --user true', import.meta.filename];
  unsupportedReason = await runUnprivileged(needs, tempDir).then(
    () => undefined,
    ({ message }: Error) => message,
  );
});
afterAll(() => rm(tempDir, { recursive: true, force: true }));

test(
  "renders a ticket's page in Chromium's sandbox",
  async () => {
    if (unsupportedReason !== undefined) {
      process.stderr.write(`Chromium's sandbox is not tried: ${unsupportedReason}\n`);
      return;
    }
    const script = join(import.meta.dirname, 'fixtures/print-sandboxed.ts');
    const node = [process.execPath, '--disable-warning=ExperimentalWarning'];
    const { stdout } = await runUnprivileged([...node, script, await findOrInstallChromium()], tempDir);
    const { pdf, renderers } = JSON.parse(stdout);
    expect(pdf).toBe('%PDF-');
    expect(renderers).toContainEqual({ seccomp: '2', ownProcessNamespace: true });
    expect(renderers).not.toContainEqual(expect.objectContaining({ seccomp: '0' }));
  },
  scaledTimeout(90_000),
);

test('states the requirements when Chromium cannot create its sandbox', async () => {
  const path = join(tempDir, 'chromium');
  await writeFile(path, '#!/bin/sh\necho "No usable sandbox!" >&2\nexit 1\n');
  await chmod(path, 0o755);

  const starting = startChromium({ chromium: { path, sandboxed: true }, tempDir });

  await expect(starting).rejects.toThrow(/seccomp-chromium\.json permits; CHROMIUM_SANDBOX=off/);
});
