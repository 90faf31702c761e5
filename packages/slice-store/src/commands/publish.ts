import { publish as putIntoStore } from '../build/publish.ts';
import { type Asked, sliceIn } from './asked.ts';
import { distOf } from './build.ts';
import { storeOf } from './variables.ts';

/** Puts a build into the store; nobody gets it yet. */
export async function publish(asked: Asked): Promise<number> {
  const name = sliceIn(asked);
  const store = await storeOf(process.env);
  console.log(`${name} ${await putIntoStore({ store, name, dist: distOf(asked) })} is published.`);
  return 0;
}
