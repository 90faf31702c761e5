import { CommandError } from '@archaka/service-kit/command-line';
import { verifyBuild } from '../build/verify-build.ts';
import { assertCompatible } from '../portal/assert-compatible.ts';
import { fetchRunningPortal, type PortalAddresses } from '../portal/fetch-running-portal.ts';
import { assertSigned } from '../signature/signature.ts';
import type { SliceKey } from '../signature/slice-key.ts';
import { type Change, changeRegistry } from './change-registry.ts';
import type { Revision } from './revision.ts';

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
