import { compactVerify, importJWK } from 'jose';
import { CommandError } from '../command-error.ts';
import type { BuildRef } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { ALGORITHM, signatureKey, toSigningInput } from './sign-build.ts';
import { maySign, type SliceKey } from './slice-key.ts';

/** @throws CommandError unless a trusted key of the slice's team has signed the build */
export async function assertSigned(
  store: SliceStore,
  build: BuildRef,
  trusted: readonly SliceKey[],
): Promise<void> {
  const keys = trusted.filter((key) => maySign(key, build.name));
  const outcomes = await Promise.all(keys.map((key) => checkSignature(store, build, key)));
  if (outcomes.includes('right')) return;
  const reason = outcomes.includes('wrong')
    ? 'carries a signature that is wrong'
    : `is not signed by a key that is trusted for ${build.name}`;
  throw new CommandError(`${build.name} ${build.version} ${reason}.`);
}

async function checkSignature(
  store: SliceStore,
  build: BuildRef,
  key: SliceKey,
): Promise<'right' | 'wrong' | 'missing'> {
  const signature = await store.read(signatureKey(build, key.kid));
  if (!signature) return 'missing';
  try {
    const { payload } = await compactVerify(signature, await importJWK(key, ALGORITHM), {
      algorithms: [ALGORITHM],
    });
    return Buffer.from(payload).toString() === toSigningInput(build) ? 'right' : 'wrong';
  } catch {
    return 'wrong';
  }
}
