import { getBuild } from '../build/find-build.ts';
import { findLatest } from '../registry/log.ts';
import { readLog } from '../registry/read-log.ts';
import type { Revision, Running } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { type Asked, sliceIn } from './asked.ts';
import { standing } from './standing.ts';
import { storeOf } from './variables.ts';

/** Tells what runs and what it can be rolled back to; with `--log` who has changed what. */
export async function list(asked: Asked): Promise<number> {
  const wanted = asked.name === undefined ? undefined : sliceIn(asked);
  const store = await storeOf(process.env);
  if (asked.log) return tellLog(store, wanted);
  const slices = (await findLatest(store))?.revision.slices ?? {};
  const chosen = Object.entries(slices).filter(([name]) => !wanted || name === wanted);
  for (const [name, running] of chosen) await tellSlice(store, name, running);
  if (chosen.length === 0) console.log('Nothing is deployed.');
  return 0;
}

async function tellSlice(store: SliceStore, name: string, running: Running): Promise<void> {
  const { facts } = await getBuild(store, name, running.version);
  console.log(`${name}: ${standing(running)} (${facts.version}, contracts ${facts.contracts})`);
  for (const version of running.earlier) console.log(`  before: ${version}`);
}

async function tellLog(store: SliceStore, wanted: string | undefined): Promise<number> {
  const { revisions, faults } = await readLog(store);
  for (const revision of revisions) {
    if (!wanted || revision.slice === wanted) console.log(lineOf(revision));
  }
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

function lineOf({ revision, at, by, action, slice, before, slices }: Revision): string {
  const after = slices[slice];
  const change = `${before ? standing(before) : 'nothing'} → ${after ? standing(after) : 'nothing'}`;
  return `${revision}  ${at}  ${by}  ${action} ${slice}: ${change}`;
}
