import { publish as putIntoStore } from '../build/publish.ts';
import { getDistFolder } from './build.ts';
import { findSigningKey, openStoreFromEnv } from './environment.ts';
import { type CommandOptions, getSliceName } from './options.ts';

/** Puts a build into the store; nobody gets it yet. */
export async function publish(options: CommandOptions): Promise<number> {
  const name = getSliceName(options);
  const store = await openStoreFromEnv(process.env);
  const key = findSigningKey(process.env);
  const version = await putIntoStore({ store, name, dist: getDistFolder(options), key });
  console.log(`${name} ${version} is published${key ? `, signed by ${key.kid}` : ''}.`);
  return 0;
}
