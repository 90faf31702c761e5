import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@archaka/service-kit';
import { eventually, scaledTimeout } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepPrinter } from './warm-printer.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'printer-'));
});
afterEach(() => rm(home, { recursive: true }));

test(
  'a printer that is closed while its browser starts does not wait for it, and ends it',
  async () => {
    const chromium = join(home, 'chromium');
    const started = join(home, 'started');
    await writeFile(chromium, `#!/bin/sh\necho $$ >'${started}'\nexec sleep 600\n`);
    await chmod(chromium, 0o755);
    const complaints: unknown[] = [];
    const log = { warn: () => undefined, error: (fields: unknown) => complaints.push(fields) };
    const printer = keepPrinter({
      chromium: { path: chromium, sandboxed: false },
      home,
      log: log as unknown as Log,
      openSheet: async () => ({ tidy: async () => undefined, close: async () => undefined }),
      life: 1,
      printMs: 1000,
    });
    await eventually(async () => (await readdir(home)).includes('started'));
    await printer.close();
    expect(complaints).toEqual([]);
    expect((await readdir(home)).filter((name) => name.startsWith('browser-'))).toEqual([]);
  },
  scaledTimeout(20_000),
);
