import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@archaka/engines';
import { startProcess } from '../services/process.ts';
import { changeSource } from './change-source.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Dev mode before a running portal, with a copy of a remote that a suite may change. */
export interface DevFront {
  readonly origin: string;
  readonly logs: () => string;
  /** Replaces these words in a source of the copy, which has them once. */
  readonly change: (source: string, change: { from: string; to: string }) => Promise<void>;
  /** Ends it and removes the copy. */
  readonly stop: () => Promise<void>;
}

export async function startDevFront({
  portal,
  remote,
}: {
  portal: string;
  remote: string;
}): Promise<DevFront> {
  // Inside the checkout, where its packages are found.
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.cache/dev-front-'));
  const copy = join(folder, remote);
  for (const part of ['src', 'package.json', 'rspack.config.ts']) {
    await cp(join(ROOT, remote, part), join(copy, part), { recursive: true });
  }
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const front = await startProcess({
    name: 'dev',
    main: join(ROOT, 'infra/dev/src/main.ts'),
    url: `http://127.0.0.1:${port}`,
    env: {
      PORT: String(port),
      PORTAL_URL: portal,
      PORTAL_ORIGIN: portal,
      SLICES: JSON.stringify([copy]),
      SHELL_SOURCES: join(ROOT, 'shell'),
      BUILDS: join(folder, 'builds'),
    },
  });
  return {
    origin,
    logs: front.logs,
    change: (source, change) => changeSource(join(copy, source), change),
    stop: async () => {
      await front.stop();
      await rm(folder, { recursive: true });
    },
  };
}
