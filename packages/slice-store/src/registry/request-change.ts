import { verifyBuild } from '../build/verify-build.ts';
import { CommandError } from '../command-error.ts';
import { assertCompatible } from '../portal/assert-compatible.ts';
import { fetchRunningPortal, type PortalAddresses } from '../portal/fetch-running-portal.ts';
import { assertSigned } from '../signature/assert-signed.ts';
import type { SliceKey } from '../signature/slice-key.ts';
import { type Change, changeRegistry } from './change-registry.ts';
import type { Revision } from './revision.ts';

interface ChangeRequest extends Omit<Change, 'check'> {
  readonly portal: PortalAddresses;
  /** The keys that may sign builds; without them signatures are not looked at. */
  readonly trusted?: readonly SliceKey[] | undefined;
}

/**
 * Changes which build users get, where the parts that run can serve it and, on a rollback aside, which must be quick,
 * its files lie in the store as they were published.
 * @returns the revision, or undefined when everything stands so already
 * @throws HttpProblem
 */
export async function requestChange({
  portal,
  trusted,
  ...change
}: ChangeRequest): Promise<Revision | undefined> {
  const { store, slice, action } = change;
  const runningPortal = fetchRunningPortal(portal);
  // It is waited for only where a build is to be checked.
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
