import { createHash, generateKeyPairSync } from 'node:crypto';
import { CommandError } from '@archaka/service-kit/command-line';
import { CompactSign, compactVerify, importJWK } from 'jose';
import * as z from 'zod';
import { sliceName } from './build/slice-build.ts';
import { findNewestReadable } from './registry/log.ts';
import { type BuildRef, listBuilds } from './registry/revision.ts';
import type { SliceStore } from './store.ts';

/** For a developer's machine. */
const ALL_SLICES = '*';

/** The public half (Ed25519), and the slices whose builds it may sign. */
export const sliceKey = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string().regex(/^[\w-]{1,64}$/),
  x: z.string(),
  slices: z.array(z.union([z.literal(ALL_SLICES), z.string().regex(sliceName)])).min(1),
});
export type SliceKey = z.infer<typeof sliceKey>;

export const sliceKeySet = z.object({ keys: z.array(sliceKey) });

export const sliceSigningKey = sliceKey.extend({ d: z.string() });
export type SliceSigningKey = z.infer<typeof sliceSigningKey>;

export function createSliceKey(slices: readonly string[] = [ALL_SLICES]): SliceSigningKey {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(jwk.x)).digest('hex').slice(0, 16);
  return sliceSigningKey.parse({ ...jwk, kid, slices });
}

export const toPublicSliceKey = ({ d: _secret, ...rest }: SliceSigningKey): SliceKey => sliceKey.parse(rest);

const maySign = ({ slices }: SliceKey, name: string): boolean =>
  slices.includes(ALL_SLICES) || slices.includes(name);

const ALGORITHM = 'Ed25519';

/** One for each key, so that a build outlives a key change. */
export const signatureKey = ({ name, version }: BuildRef, kid: string): string =>
  `signatures/${name}/${version}/${kid}.jws`;

/** Suffices, since the version is the hash of the record, which holds all files' hashes. */
const toSigningInput = ({ name, version }: BuildRef): string => JSON.stringify({ name, version });

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
    ? 'has a wrong signature'
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

/** For builds from before signatures. */
export async function signDeployed(store: SliceStore, key: SliceSigningKey): Promise<BuildRef[]> {
  const { revision } = await findNewestReadable(store);
  const builds = listBuilds(revision?.slices ?? {}).filter(({ name }) => maySign(key, name));
  await Promise.all(builds.map((build) => signBuild(store, build, key)));
  return builds;
}
