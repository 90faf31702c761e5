import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

const publisher = 'shell/server/slices/publish-slice.ts';

interface Options {
  /** SLICE_STORE. */
  store: string;
  checkout: string;
  signal: AbortSignal;
}

/** Publishes the remotes that were built anew; what was deployed in their place since then stays otherwise. */
export async function publishNew(
  stamps: Map<string, string>,
  { store, checkout, signal }: Options,
): Promise<void> {
  mkdirSync(store, { recursive: true });
  const record = join(store, 'published-by-start.json');
  const published = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const fresh = [...stamps].filter(([name, stamp]) => published[name] !== stamp);
  for (const [name] of fresh) {
    await run(process.execPath, [publisher, name, join(name, 'dist'), store], { cwd: checkout, signal });
  }
  if (fresh.length > 0) writeFileSync(record, JSON.stringify(Object.fromEntries(stamps)));
}
