import { faultsOfStore } from '../registry/faults-of-store.ts';
import { type Asked, sliceIn } from './asked.ts';
import { storeOf } from './variables.ts';

/** Tells whether the log and the builds it names lie there as they were published. */
export async function verify(asked: Asked): Promise<number> {
  const slice = asked.name === undefined ? undefined : sliceIn(asked);
  const { faults, builds } = await faultsOfStore(await storeOf(process.env), slice);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(`The log and the ${builds.length} builds it names are as they were published.`);
  return 0;
}
