import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Registry, registrySchema } from './release.ts';

export interface RegistryFile {
  /** The registry as it stands on disk; an empty one before the first publication. */
  read: () => Promise<{ registry: Registry; stamp: string }>;
}

/** Reads `registry.json` again only when it has been replaced. */
export function registryFile(store: string): RegistryFile {
  const file = path.join(store, 'registry.json');
  let known: { registry: Registry; stamp: string } = { registry: { slices: {} }, stamp: 'none' };
  return {
    async read() {
      const found = await stat(file).catch(() => undefined);
      const stamp = found ? `${found.mtimeMs}-${found.ino}-${found.size}` : 'none';
      if (stamp !== known.stamp) {
        const registry = found
          ? registrySchema.parse(JSON.parse(await readFile(file, 'utf8')))
          : { slices: {} };
        known = { registry, stamp };
      }
      return known;
    },
  };
}
