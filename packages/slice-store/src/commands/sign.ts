import { CommandError } from '../command-error.ts';
import { signDeployed } from '../signature/sign-deployed.ts';
import { findSigningKey, openStoreFromEnv } from './environment.ts';

/** Signs what is deployed already, before a shell is told which keys it trusts. */
export async function sign(): Promise<number> {
  const key = findSigningKey(process.env);
  if (!key) throw new CommandError('SLICE_KEY must hold the key to sign with: slice keys make <file>.');
  const builds = await signDeployed(await openStoreFromEnv(process.env), key);
  for (const { name, version } of builds) console.log(`${name} ${version} is signed by ${key.kid}.`);
  return 0;
}
