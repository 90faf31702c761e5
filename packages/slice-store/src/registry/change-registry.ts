import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '@archaka/service-kit/command-line';
import { getBuild, verifyBuild } from '../build/published-build.ts';
import type { SliceBuild } from '../build/slice-build.ts';
import { assertCompatible, fetchRunningPortal, type PortalAddresses } from '../portal.ts';
import { assertSigned, type SliceKey } from '../signature.ts';
import type { SliceStore } from '../store.ts';
import { addRevision, findLatestEntry, type LogEntry, readLog } from './log.ts';
import { type Action, type BuildRef, listBuilds, type Revision, type SliceState } from './revision.ts';
import type { Transition } from './transitions.ts';

export interface Change {
  readonly store: SliceStore;
  readonly slice: string;
  readonly action: Action;
  readonly transition: Transition;
  readonly by: string;
  /** @throws CommandError when users must not get this build now */
  readonly check: (build: SliceBuild, version: string) => Promise<void>;
}

/** Repeats after a change to another slice. @returns undefined without a difference. @throws CommandError */
export async function changeRegistry(change: Change): Promise<Revision | undefined> {
  const first = await findLatestEntry(change.store);
  let latest = first;
  for (;;) {
    const revision = await createRevision(change, latest);
    if (!revision || (await addRevision(change.store, revision))) return revision;
    latest = await findLatestEntry(change.store);
    assertNoConcurrentChange(change.slice, first, latest);
  }
}

async function createRevision(
  { store, slice, action, by, transition, check }: Change,
  latest: LogEntry | undefined,
): Promise<Revision | undefined> {
  const before = latest?.revision.slices[slice];
  const after = transition(before);
  if (!after) return undefined;
  for (const version of findExposedVersions(before, after))
    await check(await getBuild(store, slice, version), version);
  return {
    revision: (latest?.revision.revision ?? 0) + 1,
    id: randomUUID(),
    at: new Date().toISOString(),
    by,
    action,
    slice,
    ...(before && { before }),
    slices: { ...latest?.revision.slices, [slice]: after },
    ...(latest && { previous: latest.digest }),
  };
}

/** Two simultaneous rollbacks mean one step back, not two. */
function assertNoConcurrentChange(
  slice: string,
  first: LogEntry | undefined,
  latest: LogEntry | undefined,
): void {
  if (isDeepStrictEqual(first?.revision.slices[slice], latest?.revision.slices[slice])) return;
  throw new CommandError(
    `${slice} was changed at the same time: check it (list ${slice} --log) and repeat the command.`,
  );
}

const findExposedVersions = (before: SliceState | undefined, after: SliceState): string[] => [
  ...(after.version === before?.version ? [] : [after.version]),
  ...(after.canary && after.canary.version !== before?.canary?.version ? [after.canary.version] : []),
];

interface ChangeRequest extends Omit<Change, 'check'> {
  readonly portal: PortalAddresses;
  /** Undefined disables the signature check. */
  readonly trusted?: readonly SliceKey[] | undefined;
}

/** A rollback must be quick, so it skips the stored files. @returns undefined without a difference */
export async function requestChange({
  portal,
  trusted,
  ...change
}: ChangeRequest): Promise<Revision | undefined> {
  const { store, slice, action } = change;
  const runningPortal = fetchRunningPortal(portal);
  // Awaited only when a build needs the check.
  runningPortal.catch(() => undefined);
  return changeRegistry({
    ...change,
    async check(build, version) {
      if (trusted) await assertSigned(store, { name: slice, version }, trusted);
      assertCompatible(build, version, await runningPortal);
      const faults = action === 'rollback' ? [] : await verifyBuild(store, slice, version);
      if (faults.length > 0) throw new CommandError(faults.join('\n'));
    },
  });
}

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
