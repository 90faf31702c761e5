import { getBuild } from '../build/get-build.ts';
import { findLatestEntry } from '../registry/log.ts';
import { readLog } from '../registry/read-log.ts';
import type { Revision, SliceState } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { openStoreFromEnv } from './environment.ts';
import { formatState } from './format-state.ts';
import { type CommandOptions, getSliceName } from './options.ts';

export async function list(options: CommandOptions): Promise<number> {
  const selectedName = options.name === undefined ? undefined : getSliceName(options);
  const store = await openStoreFromEnv(process.env);
  if (options.log) return printLog(store, selectedName);
  const slices = (await findLatestEntry(store))?.revision.slices ?? {};
  const selected = Object.entries(slices).filter(([name]) => !selectedName || name === selectedName);
  for (const [name, state] of selected) await printSlice(store, name, state);
  if (selected.length === 0) console.log('Nothing is deployed.');
  return 0;
}

async function printSlice(store: SliceStore, name: string, state: SliceState): Promise<void> {
  const { facts } = await getBuild(store, name, state.version);
  console.log(`${name}: ${formatState(state)} (${facts.version}, contracts ${facts.contracts})`);
  for (const version of state.earlier) console.log(`  before: ${version}`);
}

async function printLog(store: SliceStore, selectedName: string | undefined): Promise<number> {
  const { revisions, faults } = await readLog(store);
  for (const revision of revisions) {
    if (!selectedName || revision.slice === selectedName) console.log(formatRevision(revision));
  }
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

function formatRevision({ revision, at, by, action, slice, before, slices }: Revision): string {
  const after = slices[slice];
  const change = `${before ? formatState(before) : 'nothing'} → ${after ? formatState(after) : 'nothing'}`;
  return `${revision}  ${at}  ${by}  ${action} ${slice}: ${change}`;
}
