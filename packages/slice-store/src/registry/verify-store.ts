import { verifyBuild } from '../build/verify-build.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { readLog } from './read-log.ts';
import { type BuildRef, listBuilds } from './revision.ts';

interface VerificationResult {
  readonly faults: string[];
  /** All builds that run or can be rolled back to. */
  readonly builds: BuildRef[];
}

export async function verifyStore(store: SliceStore, slice?: string): Promise<VerificationResult> {
  const { revisions, faults } = await readLog(store);
  const builds = listBuilds(revisions.at(-1)?.slices ?? {}).filter(
    ({ name }) => slice === undefined || name === slice,
  );
  const buildFaults = await Promise.all(builds.map(({ name, version }) => verifyBuild(store, name, version)));
  return { faults: [...faults, ...buildFaults.flat()], builds };
}
