import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@archaka/service-kit';
import { eventually, scaledTimeout } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { superviseRenderer } from './supervised-renderer.ts';

let tempDir: string;
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'printer-'));
});
afterEach(() => rm(tempDir, { recursive: true }));

test(
  'a printer that is closed while its browser starts does not wait for it, and ends it',
  async () => {
    const chromium = join(tempDir, 'chromium');
    const startedFile = join(tempDir, 'started');
    await writeFile(chromium, `#!/bin/sh\necho $$ >'${startedFile}'\nexec sleep 600\n`);
    await chmod(chromium, 0o755);
    const errors: unknown[] = [];
    const log = { warn: () => undefined, error: (fields: unknown) => errors.push(fields) };
    const renderer = superviseRenderer({
      chromium: { path: chromium, sandboxed: false },
      tempDir,
      log: log as unknown as Log,
      openPage: async () => ({ releaseMemory: async () => undefined, close: async () => undefined }),
      maxFiles: 1,
      printTimeoutMs: 1000,
    });
    await eventually(async () => (await readdir(tempDir)).includes('started'));
    await renderer.close();
    expect(errors).toEqual([]);
    expect((await readdir(tempDir)).filter((name) => name.startsWith('browser-'))).toEqual([]);
  },
  scaledTimeout(20_000),
);
