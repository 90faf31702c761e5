import { CommandError } from '@archaka/service-kit/command-line';
import type { SliceStore } from '../store/slice-store.ts';
import { getBuild } from './get-build.ts';
import { computeIntegrity, fileKey } from './slice-build.ts';

/** One sentence for each deviation from the published build. */
export async function verifyBuild(store: SliceStore, name: string, version: string): Promise<string[]> {
  try {
    const { files } = await getBuild(store, name, version);
    const faults = Object.entries(files).map(async ([file, integrity]) => {
      const key = fileKey(name, version, file);
      const content = await store.read(key);
      if (!content) return [`${key} is missing.`];
      return computeIntegrity(content) === integrity ? [] : [`${key} has been tampered with.`];
    });
    return (await Promise.all(faults)).flat();
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}
