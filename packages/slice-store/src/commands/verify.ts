import { verifyStore } from '../registry/verify-store.ts';
import { openStoreFromEnv } from './environment.ts';
import { type CommandOptions, getSliceName } from './options.ts';

/** Tells whether the log and the builds it names lie there as they were published. */
export async function verify(options: CommandOptions): Promise<number> {
  const slice = options.name === undefined ? undefined : getSliceName(options);
  const { faults, builds } = await verifyStore(await openStoreFromEnv(process.env), slice);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(`The log and the ${builds.length} builds it names are as they were published.`);
  return 0;
}
