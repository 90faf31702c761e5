import { getBuild } from '../build/published-build.ts';
import { findLatestEntry, readLog } from '../registry/log.ts';
import type { Revision, SliceState } from '../registry/revision.ts';
import type { SliceStore } from '../store.ts';
import { openStoreFromEnv } from './environment.ts';

interface ListOptions {
  readonly log: boolean;
  readonly json: boolean;
}

export async function list(selectedName: string | undefined, { log, json }: ListOptions): Promise<number> {
  const store = await openStoreFromEnv(process.env);
  if (log) return printLog(store, selectedName, json);
  const slices = (await findLatestEntry(store))?.revision.slices ?? {};
  const selected = Object.entries(slices).filter(([name]) => !selectedName || name === selectedName);
  for (const [name, state] of selected) await printSlice(store, { name, state, json });
  if (selected.length === 0 && !json) console.log('Nothing is deployed.');
  return 0;
}

interface ListedSlice {
  readonly name: string;
  readonly state: SliceState;
  readonly json: boolean;
}

async function printSlice(store: SliceStore, { name, state, json }: ListedSlice): Promise<void> {
  const { facts } = await getBuild(store, name, state.version);
  if (json) return console.log(JSON.stringify({ name, ...state, facts }));
  console.log(`${name}: ${formatState(state)} (${facts.version}, contracts ${facts.contracts})`);
  for (const version of state.earlier) console.log(`  before: ${version}`);
}

async function printLog(store: SliceStore, selectedName: string | undefined, json: boolean): Promise<number> {
  const format = json ? JSON.stringify : formatRevision;
  const { revisions, faults } = await readLog(store);
  for (const revision of revisions) {
    if (!selectedName || revision.slice === selectedName) console.log(format(revision));
  }
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

function formatRevision({ revision, at, by, action, slice, before, slices }: Revision): string {
  const after = slices[slice];
  const change = `${before ? formatState(before) : 'nothing'} → ${after ? formatState(after) : 'nothing'}`;
  return `${revision}  ${at}  ${by}  ${action} ${slice}: ${change}`;
}

export const formatState = ({ version, canary }: SliceState): string =>
  canary ? `${version}, and ${canary.version} for ${canary.share} %` : version;
