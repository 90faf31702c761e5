export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

interface SealingContext {
  readonly key: CryptoKey;
  /** A value sealed for one id opens for no other. */
  readonly id: string;
}

const toAlgorithm = (iv: Uint8Array<ArrayBuffer>, id: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(id),
});

export async function seal(bytes: BufferSource, { key, id }: SealingContext): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, sealed: await crypto.subtle.encrypt(toAlgorithm(iv, id), key, bytes) };
}

/** @throws for other keys or another id, or a changed value */
export const unseal = (
  { iv, sealed }: Sealed,
  { keys, id }: { keys: readonly CryptoKey[]; id: string },
): Promise<ArrayBuffer> =>
  Promise.any(keys.map((key) => crypto.subtle.decrypt(toAlgorithm(iv, id), key, sealed)));
