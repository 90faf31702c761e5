import { fullVersion } from '../build/find-build.ts';
import { readDist } from '../build/read-dist.ts';
import { untilShown } from '../portal/until-shown.ts';
import { askForChange } from '../registry/ask-for-change.ts';
import type { Action } from '../registry/revision.ts';
import { canary, deploy, promote, rollback, type Step } from '../registry/steps.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { type Asked, shareIn, sliceIn } from './asked.ts';
import { distOf } from './build.ts';
import { standing } from './standing.ts';
import { portalOf, storeOf, trustedKeysOf } from './variables.ts';
import { whoIs } from './who.ts';

const steps: Record<Action, (store: SliceStore, asked: Asked) => Promise<Step>> = {
  deploy: async (store, asked) => deploy(await versionIn(store, asked)),
  canary: async (store, asked) => {
    const share = shareIn(asked);
    return canary(await versionIn(store, asked), share);
  },
  promote: async () => promote,
  rollback: async () => rollback,
};

/** As it is said, or that of the build that lies in the slice's folder. */
async function versionIn(store: SliceStore, asked: Asked): Promise<string> {
  const name = sliceIn(asked);
  if (asked.version) return fullVersion(store, name, asked.version);
  return (await readDist(name, distOf(asked))).version;
}

/** Changes which build users get, and tells when they do. */
export const change =
  (action: Action) =>
  async (asked: Asked): Promise<number> => {
    const slice = sliceIn(asked);
    const portal = portalOf(process.env);
    const store = await storeOf(process.env);
    const [step, by] = await Promise.all([steps[action](store, asked), whoIs(asked.by)]);
    const revision = await askForChange({
      store,
      slice,
      action,
      step,
      by,
      portal,
      trusted: trustedKeysOf(process.env),
    });
    if (!revision) {
      console.log(`${slice}: nothing to change.`);
      return 0;
    }
    const after = revision.slices[slice];
    console.log(`${slice}: ${after ? standing(after) : ''} (revision ${revision.revision}, by ${by})`);
    if (await untilShown(portal.shell, revision.revision)) return 0;
    console.error('It is in the registry, but the shell has not taken it up: look at its log.');
    return 1;
  };
