import { existsSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Seen } from './finding.ts';

/** As much of the registry (shell/server/slices) as says which files there must be. */
const registry = z.object({
  slices: z.record(
    z.string(),
    z.object({ version: z.string(), integrity: z.record(z.string(), z.string()) }),
  ),
});

/** Whether every file that the registry names can be read. */
export async function lookAtSlices(store: string): Promise<Seen> {
  const path = join(store, 'registry.json');
  if (!existsSync(path)) return { seen: 'none yet: the first start builds and publishes them' };
  try {
    const { slices } = registry.parse(JSON.parse(await readFile(path, 'utf8')));
    const all = Object.entries(slices);
    const files = all.flatMap(([name, { version, integrity }]) =>
      Object.keys(integrity).map((file) => join(store, name, version, file)),
    );
    await Promise.all(files.map((file) => access(file)));
    return { seen: `${all.map(([name]) => name).join(', ')}: ${files.length} files can be read` };
  } catch (error) {
    const what = error instanceof z.ZodError ? `${path} is not a registry` : (error as Error).message;
    return {
      seen: what,
      todo: `Remove ${store}: the next start publishes the remotes anew; or roll back to a version that is whole.`,
    };
  }
}
