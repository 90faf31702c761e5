import { faultsOfBuild } from '../build/faults-of-build.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { readLog } from './read-log.ts';
import { buildsOf, type NamedBuild } from './revision.ts';

interface Inspected {
  /** A sentence each; none when all is as it was published. */
  readonly faults: string[];
  /** What was looked at besides the log: all that runs or can be rolled back to. */
  readonly builds: NamedBuild[];
}

/**
 * Checks the log, and every file of what runs or can be rolled back to.
 * @param slice this one's builds alone
 */
export async function faultsOfStore(store: SliceStore, slice?: string): Promise<Inspected> {
  const { revisions, faults } = await readLog(store);
  const builds = buildsOf(revisions.at(-1)?.slices ?? {}).filter(
    ({ name }) => slice === undefined || name === slice,
  );
  const ofBuilds = await Promise.all(builds.map(({ name, version }) => faultsOfBuild(store, name, version)));
  return { faults: [...faults, ...ofBuilds.flat()], builds };
}
