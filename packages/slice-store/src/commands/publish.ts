import { publish as putIntoStore } from '../build/publish.ts';
import { type Asked, sliceIn } from './asked.ts';
import { distOf } from './build.ts';
import { signingKeyOf, storeOf } from './variables.ts';

/** Puts a build into the store; nobody gets it yet. */
export async function publish(asked: Asked): Promise<number> {
  const name = sliceIn(asked);
  const store = await storeOf(process.env);
  const key = signingKeyOf(process.env);
  const version = await putIntoStore({ store, name, dist: distOf(asked), key });
  console.log(`${name} ${version} is published${key ? `, signed by ${key.kid}` : ''}.`);
  return 0;
}
