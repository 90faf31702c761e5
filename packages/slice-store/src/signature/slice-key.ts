import { createHash, generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';
import { sliceName } from '../build/slice-build.ts';

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

export const maySign = ({ slices }: SliceKey, name: string): boolean =>
  slices.includes(ALL_SLICES) || slices.includes(name);
