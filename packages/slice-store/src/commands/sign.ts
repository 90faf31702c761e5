import { Refusal } from '../refusal.ts';
import { signDeployed } from '../signature/sign-deployed.ts';
import { signingKeyOf, storeOf } from './variables.ts';

/** Signs what is deployed already, before a shell is told which keys it trusts. */
export async function sign(): Promise<number> {
  const key = signingKeyOf(process.env);
  if (!key) throw new Refusal('SLICE_KEY must hold the key to sign with: slice keys make <file>.');
  const builds = await signDeployed(await storeOf(process.env), key);
  for (const { name, version } of builds) console.log(`${name} ${version} is signed by ${key.kid}.`);
  return 0;
}
