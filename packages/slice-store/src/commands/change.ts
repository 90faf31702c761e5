import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { getFullVersion, readDist } from '../build/published-build.ts';
import { waitUntilServed } from '../portal.ts';
import { requestChange } from '../registry/change-registry.ts';
import type { Action } from '../registry/revision.ts';
import { canary, deploy, promote, rollback, type Transition } from '../registry/transitions.ts';
import type { SliceStore } from '../store.ts';
import { findTrustedKeys, getDistFolder, getPortalAddresses, openStoreFromEnv } from './environment.ts';
import { formatState } from './list.ts';

export interface ChangeOptions {
  readonly name: string;
  readonly version?: string | undefined;
  readonly dist?: string | undefined;
  readonly by?: string | undefined;
  /** Of a canary, in percent. */
  readonly share?: number | undefined;
}

/** From the option, git or the machine, in this order. */
async function resolveActor(explicitName: string | undefined): Promise<string> {
  return explicitName?.trim() || (await readGitName()) || userInfo().username;
}

const readGitName = (): Promise<string> =>
  promisify(execFile)('git', ['config', 'user.name']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );

const transitions: Record<Action, (store: SliceStore, options: ChangeOptions) => Promise<Transition>> = {
  deploy: async (store, options) => deploy(await resolveVersion(store, options)),
  canary: async (store, options) => canary(await resolveVersion(store, options), options.share ?? 1),
  promote: async () => promote,
  rollback: async () => rollback,
};

async function resolveVersion(store: SliceStore, { name, version, dist }: ChangeOptions): Promise<string> {
  if (version) return getFullVersion(store, name, version);
  return (await readDist(name, getDistFolder(name, dist))).version;
}

export async function changeSlice(action: Action, options: ChangeOptions): Promise<number> {
  const slice = options.name;
  const portal = getPortalAddresses(process.env);
  const store = await openStoreFromEnv(process.env);
  const [transition, by] = await Promise.all([transitions[action](store, options), resolveActor(options.by)]);
  const revision = await requestChange({
    store,
    slice,
    action,
    transition,
    by,
    portal,
    trusted: findTrustedKeys(process.env),
  });
  if (!revision) {
    console.log(`${slice}: nothing to change.`);
    return 0;
  }
  const after = revision.slices[slice];
  console.log(`${slice}: ${after ? formatState(after) : ''} (revision ${revision.revision}, by ${by})`);
  if (await waitUntilServed(portal.shell, revision.revision)) return 0;
  console.error('The registry has the change, but the shell has not applied it: see its log.');
  return 1;
}
