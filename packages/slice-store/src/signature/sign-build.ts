import { CompactSign, importJWK } from 'jose';
import { CommandError } from '../command-error.ts';
import type { BuildRef } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { maySign, type SliceSigningKey } from './slice-key.ts';

export const ALGORITHM = 'Ed25519';

/** Where a key's signature of a build lies: one for each key, so that a build can outlive the change of a key. */
export const signatureKey = ({ name, version }: BuildRef, kid: string): string =>
  `signatures/${name}/${version}/${kid}.jws`;

/** What is signed: the version is the hash of the record, which holds the hashes of all files. */
export const toSigningInput = ({ name, version }: BuildRef): string => JSON.stringify({ name, version });

/**
 * Puts a team's signature of a build into the store; the same key gives the same signature.
 * @throws HttpProblem when the key is not for this slice, or something else lies in the signature's place
 */
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
