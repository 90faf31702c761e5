import type { SealedSession } from '../../persistence/session-repository.ts';
import type { SignedToken, SigningKeys } from './signing-keys.ts';

/** Far below the life of a token. */
const REUSE_MS = 60_000;
const MAX_TOKENS = 10_000;

interface IssuedToken extends SignedToken {
  readonly seal: string;
  /** Milliseconds since the epoch. */
  readonly reusableUntil: number;
}

/** The caller has just read the session, which is open. */
export type TokenIssuer = (session: SealedSession, audience: string) => Promise<SignedToken>;

/** Repeats a token for a minute: the gateway asks each second, and a service verifies a known one once. */
export function createTokenIssuer(signToken: SigningKeys['signToken']): TokenIssuer {
  /** The oldest first. */
  const tokens = new Map<string, IssuedToken>();

  const removeOldest = (): void => {
    for (const [purpose, { reusableUntil }] of tokens) {
      if (reusableUntil > Date.now() && tokens.size <= MAX_TOKENS) return;
      tokens.delete(purpose);
    }
  };

  return async (session, audience) => {
    const purpose = `${session._id} ${audience}`;
    const issued = tokens.get(purpose);
    if (issued?.seal === session.seal && issued.reusableUntil > Date.now()) return issued;
    const signed = await signToken(await session.open(), audience);
    tokens.delete(purpose);
    tokens.set(purpose, { ...signed, seal: session.seal, reusableUntil: Date.now() + REUSE_MS });
    removeOldest();
    return signed;
  };
}
