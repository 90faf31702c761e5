import { CompactSign, importJWK } from 'jose';
import { CommandError } from '../command-error.ts';
import type { BuildRef } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { maySign, type SliceSigningKey } from './slice-key.ts';

export const ALGORITHM = 'Ed25519';

/** One for each key, so that a build outlives a key change. */
export const signatureKey = ({ name, version }: BuildRef, kid: string): string =>
  `signatures/${name}/${version}/${kid}.jws`;

/** Suffices, since the version is the hash of the record, which holds all files' hashes. */
export const toSigningInput = ({ name, version }: BuildRef): string => JSON.stringify({ name, version });

/** Idempotent. @throws CommandError when the key is not for this slice, or other content has the name */
export async function signBuild(store: SliceStore, build: BuildRef, key: SliceSigningKey): Promise<void> {
  if (!maySign(key, build.name))
    throw new CommandError(`The key ${key.kid} may not sign builds of ${build.name}.`);
  const signature = await new CompactSign(Buffer.from(toSigningInput(build)))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .sign(await importJWK(key, ALGORITHM));
  const location = signatureKey(build, key.kid);
  if (await store.put(location, Buffer.from(signature))) return;
  throw new CommandError(
    `${location} in ${store.address} is not this key's signature: it has been tampered with.`,
  );
}
