import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';

export interface KeyPair {
  /** ES256, as a private JWK with the owner's name as `kid`. */
  private: JsonWebKey;
  public: JsonWebKey;
}

export function makeKeyPair(name: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = { kid: name, alg: 'ES256', use: 'sig' };
  return {
    private: { ...privateKey.export({ format: 'jwk' }), ...named },
    public: { ...publicKey.export({ format: 'jwk' }), ...named },
  };
}

/** The public JWK set of all who sign. */
export function publicSet(pairs: Record<string, KeyPair>): { keys: JsonWebKey[] } {
  return { keys: Object.values(pairs).map((pair) => pair.public) };
}
