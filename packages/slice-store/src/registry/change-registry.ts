import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { getBuild } from '../build/find-build.ts';
import type { SliceBuild } from '../build/slice-build.ts';
import { Refusal } from '../refusal.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { addRevision, type Entry, findLatest } from './log.ts';
import type { Action, Revision, Running } from './revision.ts';
import type { Step } from './steps.ts';

export interface Change {
  readonly store: SliceStore;
  readonly slice: string;
  readonly action: Action;
  readonly step: Step;
  /** Who wants it. */
  readonly by: string;
  /** Throws Refusal when users must not get this build as things are. */
  readonly check: (build: SliceBuild, version: string) => Promise<void>;
}

/**
 * Adds a revision to the log. When one about another slice came first, the change is made anew on top of it.
 * @returns the revision, or undefined when everything stands so already
 * @throws Refusal, also when somebody else has changed the same slice in between
 */
export async function changeRegistry(change: Change): Promise<Revision | undefined> {
  const first = await findLatest(change.store);
  let latest = first;
  for (;;) {
    const revision = await nextRevision(change, latest);
    if (!revision || (await addRevision(change.store, revision))) return revision;
    latest = await findLatest(change.store);
    refuseIfOvertaken(change.slice, first, latest);
  }
}

async function nextRevision(
  { store, slice, action, by, step, check }: Change,
  latest: Entry | undefined,
): Promise<Revision | undefined> {
  const before = latest?.revision.slices[slice];
  const after = step(before);
  if (!after) return undefined;
  for (const version of newcomers(before, after)) await check(await getBuild(store, slice, version), version);
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

/** Two who roll back at once want one step back, not two. */
function refuseIfOvertaken(slice: string, first: Entry | undefined, latest: Entry | undefined): void {
  if (isDeepStrictEqual(first?.revision.slices[slice], latest?.revision.slices[slice])) return;
  throw new Refusal(
    `${slice} has just been changed by somebody else: look at it (list ${slice} --log) and ask again.`,
  );
}

/** The versions that more users get than before. */
const newcomers = (before: Running | undefined, after: Running): string[] => [
  ...(after.version === before?.version ? [] : [after.version]),
  ...(after.canary && after.canary.version !== before?.canary?.version ? [after.canary.version] : []),
];
