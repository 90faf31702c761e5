import { faultsOfBuild } from '../build/faults-of-build.ts';
import { refuseUnfit } from '../portal/refuse-unfit.ts';
import { askPortal, type PortalAddresses } from '../portal/running-portal.ts';
import { Refusal } from '../refusal.ts';
import { assertSigned } from '../signature/assert-signed.ts';
import type { SliceKey } from '../signature/slice-key.ts';
import { type Change, changeRegistry } from './change-registry.ts';
import type { Revision } from './revision.ts';

interface Asked extends Omit<Change, 'check'> {
  readonly portal: PortalAddresses;
  /** The keys that may sign builds; without them signatures are not looked at. */
  readonly trusted?: readonly SliceKey[] | undefined;
}

/**
 * Changes which build users get, where the parts that run can serve it and, on a rollback aside, which must be quick,
 * its files lie in the store as they were published.
 * @returns the revision, or undefined when everything stands so already
 * @throws Refusal
 */
export async function askForChange({ portal, trusted, ...change }: Asked): Promise<Revision | undefined> {
  const { store, slice, action } = change;
  const running = askPortal(portal);
  // It is waited for only where a build is to be checked.
  running.catch(() => undefined);
  return changeRegistry({
    ...change,
    async check(build, version) {
      if (trusted) await assertSigned(store, { name: slice, version }, trusted);
      refuseUnfit(build, version, await running);
      const faults = action === 'rollback' ? [] : await faultsOfBuild(store, slice, version);
      if (faults.length > 0) throw new Refusal(faults.join('\n'));
    },
  });
}
