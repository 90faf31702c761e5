import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';

export interface KeyPair {
  /** ES256 key as a private JWK with the owner's name as `kid`. */
  private: JsonWebKey;
  public: JsonWebKey;
  /** The public half of the previous pair during a rotation: tokens and events that it signed are in flight. */
  old?: JsonWebKey;
}

export function createKeyPair(name: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = { kid: name, alg: 'ES256', use: 'sig' };
  return {
    private: { ...privateKey.export({ format: 'jwk' }), ...named },
    public: { ...publicKey.export({ format: 'jwk' }), ...named },
  };
}

/** The public JWK set of all signing components. */
export function toPublicKeySet(pairs: Record<string, KeyPair>): { keys: JsonWebKey[] } {
  return { keys: Object.values(pairs).flatMap((pair) => [pair.public, ...(pair.old ? [pair.old] : [])]) };
}

/** A pair with the next number after its owner's name; the previous one stays valid. */
export function createNextKeyPair({ public: before }: KeyPair): KeyPair {
  const [owner = '', number = '1'] = String(before.kid).split('.');
  return { ...createKeyPair(`${owner}.${Number(number) + 1}`), old: before };
}

/** Removes the previous pair. */
export const dropOldKey = ({ old: _old, ...pair }: KeyPair): KeyPair => pair;
