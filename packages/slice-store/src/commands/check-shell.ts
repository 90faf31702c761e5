import { CommandError } from '../command-error.ts';
import { verifyShell } from '../portal/verify-shell.ts';
import { openStoreFromEnv } from './environment.ts';
import { type CommandOptions, USAGE } from './options.ts';

/** Tells whether a built shell may be deployed, or rolled back to, under the slices there are. */
export async function checkShell({ name: dist }: CommandOptions): Promise<number> {
  if (!dist) throw new CommandError(USAGE);
  const faults = await verifyShell(await openStoreFromEnv(process.env), dist);
  for (const fault of faults) console.error(`The shell lacks ${fault}`);
  if (faults.length === 0) console.log('The shell lends all that the slices import.');
  return faults.length === 0 ? 0 : 1;
}
