import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@archaka/engines';
import { startProcess } from '../services/process.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export type DevProxy = Awaited<ReturnType<typeof startDevProxy>>;

/** Dev mode for a running portal, with a copy of a remote that a suite may change. */
export async function startDevProxy({ portal, remote }: { portal: string; remote: string }) {
  // Inside the checkout, so that its packages resolve.
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.cache/dev-front-'));
  const copy = join(folder, remote);
  for (const entry of ['src', 'package.json', 'rspack.config.ts']) {
    await cp(join(ROOT, remote, entry), join(copy, entry), { recursive: true });
  }
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const devProxy = await startProcess({
    name: 'dev',
    main: join(ROOT, 'infra/local/dev/main.ts'),
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
    logs: devProxy.logs,
    /** Replaces a text in a source of the copy, which contains it once. */
    change: (source: string, change: { from: string; to: string }) =>
      changeSource(join(copy, source), change),
    /** A source of the copy. */
    read: (source: string) => readFile(join(copy, source), 'utf8'),
    /** Ends it and removes the copy. */
    stop: async () => {
      await devProxy.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Replaces the file atomically: on a busy machine a watcher would otherwise build the empty file that a plain write
 * leaves for a moment.
 * @throws Error when `from` does not occur in the file exactly once
 */
export async function changeSource(
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`'${from}' does not occur exactly once in ${file}`);
  const temporaryFile = `${file}.changed`;
  await writeFile(
    temporaryFile,
    text.replace(from, () => to),
  );
  await rename(temporaryFile, file);
}
