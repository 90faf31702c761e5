import { compactVerify, importJWK } from 'jose';
import { Refusal } from '../refusal.ts';
import type { NamedBuild } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { ALGORITHM, signatureKey, signedText } from './sign-build.ts';
import { maySign, type SliceKey } from './slice-key.ts';

/**
 * Checks that a trusted key of the slice's team has signed a build.
 * @throws Refusal that names build and reason
 */
export async function assertSigned(
  store: SliceStore,
  build: NamedBuild,
  trusted: readonly SliceKey[],
): Promise<void> {
  const keys = trusted.filter((key) => maySign(key, build.name));
  const outcomes = await Promise.all(keys.map((key) => checkSignature(store, build, key)));
  if (outcomes.includes('right')) return;
  const why = outcomes.includes('wrong')
    ? 'carries a signature that is wrong'
    : `is not signed by a key that is trusted for ${build.name}`;
  throw new Refusal(`${build.name} ${build.version} ${why}.`);
}

async function checkSignature(
  store: SliceStore,
  build: NamedBuild,
  key: SliceKey,
): Promise<'right' | 'wrong' | 'missing'> {
  const signature = await store.read(signatureKey(build, key.kid));
  if (!signature) return 'missing';
  try {
    const { payload } = await compactVerify(signature, await importJWK(key, ALGORITHM), {
      algorithms: [ALGORITHM],
    });
    return Buffer.from(payload).toString() === signedText(build) ? 'right' : 'wrong';
  } catch {
    return 'wrong';
  }
}
