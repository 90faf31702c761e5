import { CompactSign, importJWK } from 'jose';
import { Refusal } from '../refusal.ts';
import type { NamedBuild } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { maySign, type SliceSigningKey } from './slice-key.ts';

export const ALGORITHM = 'Ed25519';

/** Where a key's signature of a build lies: one for each key, so that a build can outlive the change of a key. */
export const signatureKey = ({ name, version }: NamedBuild, kid: string): string =>
  `signatures/${name}/${version}/${kid}.jws`;

/** What is signed: the version is the hash of the record, which holds the hashes of all files. */
export const signedText = ({ name, version }: NamedBuild): string => JSON.stringify({ name, version });

/**
 * Puts a team's signature of a build into the store; the same key gives the same signature.
 * @throws Refusal when the key is not for this slice, or something else lies in the signature's place
 */
export async function signBuild(store: SliceStore, build: NamedBuild, key: SliceSigningKey): Promise<void> {
  if (!maySign(key, build.name))
    throw new Refusal(`The key ${key.kid} may not sign builds of ${build.name}.`);
  const signature = await new CompactSign(Buffer.from(signedText(build)))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .sign(await importJWK(key, ALGORITHM));
  const place = signatureKey(build, key.kid);
  if (await store.put(place, Buffer.from(signature))) return;
  throw new Refusal(`${place} in ${store.address} is not this key's signature: it has been tampered with.`);
}
