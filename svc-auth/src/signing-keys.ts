import { type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { makeKeyPair, privateKeyOf, type Sealing } from '@archaka/service-kit';
import { SignJWT } from 'jose';
import { TOKEN_MINUTES } from './domain/session.ts';
import type { Session } from './store/sessions.ts';
import type { SigningKeyStore, StoredKey } from './store/signing-keys.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SIGNS_FOR = 30 * DAY;
const RETIRES_AFTER = SIGNS_FOR + 2 * DAY;
/** A new key is published this long before it signs, so that every verifier has it by then. */
const PUBLISHED_BEFORE = 5 * MINUTE;
const KEPT_FOR = MINUTE;

function newKey(sealing: Sealing): StoredKey {
  const created_at = new Date();
  return {
    ...makeKeyPair(`auth-${randomUUID()}`, sealing),
    created_at,
    retires_at: new Date(created_at.getTime() + RETIRES_AFTER),
  };
}

const age = ({ created_at }: StoredKey): number => Date.now() - created_at.getTime();

/** The keys behind session tokens: stored sealed, shared by all instances, a new one every 30 days. */
export function signingKeys(store: SigningKeyStore, sealing: Sealing) {
  let kept: { kid: string; key: KeyObject; until: number } | undefined;

  const listWithYoungOne = async (): Promise<StoredKey[]> => {
    const keys = await store.list();
    if (keys[0] && age(keys[0]) < SIGNS_FOR) return keys;
    await store.add(newKey(sealing));
    return store.list();
  };

  const signingKey = async () => {
    if (kept && kept.until > Date.now()) return kept;
    const keys = await listWithYoungOne();
    const stored = keys.find((key) => age(key) > PUBLISHED_BEFORE) ?? keys.at(-1);
    if (!stored) throw new Error('the key just stored is not there');
    kept = { kid: stored.kid, key: privateKeyOf(stored, sealing), until: Date.now() + KEPT_FOR };
    return kept;
  };

  return {
    /** Signs a session's 15-minute token for one audience. */
    async signFor(session: Session, audience: string): Promise<{ token: string; expires_at: Date }> {
      const { kid, key } = await signingKey();
      const expires_at = new Date(Math.floor(Date.now() / 1000) * 1000 + TOKEN_MINUTES * MINUTE);
      const token = await new SignJWT({ number: session.number, name: session.name, sid: session._id })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer('svc-auth')
        .setAudience(audience)
        .setSubject(session.account_id)
        .setIssuedAt()
        .setExpirationTime(expires_at)
        .sign(key);
      return { token, expires_at };
    },
    publicKeys: async (): Promise<JsonWebKey[]> =>
      (await listWithYoungOne()).map(({ public_jwk }) => public_jwk),
  };
}
export type SigningKeys = ReturnType<typeof signingKeys>;
