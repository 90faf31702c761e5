import { faultsOfShell } from '../portal/faults-of-shell.ts';
import { Refusal } from '../refusal.ts';
import { type Asked, USAGE } from './asked.ts';
import { storeOf } from './variables.ts';

/** Tells whether a built shell may be deployed, or rolled back to, under the slices there are. */
export async function checkShell({ name: dist }: Asked): Promise<number> {
  if (!dist) throw new Refusal(USAGE);
  const faults = await faultsOfShell(await storeOf(process.env), dist);
  for (const fault of faults) console.error(`The shell lacks ${fault}`);
  if (faults.length === 0) console.log('The shell lends all that the slices import.');
  return faults.length === 0 ? 0 : 1;
}
