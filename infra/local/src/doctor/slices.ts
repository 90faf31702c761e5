import { openStore, verifyStore } from '@archaka/slice-store';
import type { CheckResult } from './run-checks.ts';

/** Whether log and builds of the slice store are unaltered. */
export async function checkSlices(folder: string): Promise<CheckResult> {
  const { faults, builds } = await verifyStore(await openStore(folder));
  const [fault] = faults;
  if (fault) {
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more faults)` : '';
    return {
      seen: fault + more,
      todo: 'Remove the damaged files and publish that build again, or roll back to a complete one; npm run slice -- verify lists all faults.',
    };
  }
  if (builds.length === 0) return { seen: 'none yet: the first start builds and deploys them' };
  const names = new Set(builds.map(({ name }) => name));
  return { seen: `${[...names].join(', ')}: as they were published` };
}
