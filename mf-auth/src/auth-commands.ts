import type { CallDefinition, CallRequest, Challenge, ProofOfWork } from '@archaka/contracts/calls';
import * as calls from '@archaka/contracts/calls';
import { type CommandResult, sayError, sendCommand } from '@archaka/platform/core';

/** More keys than any challenge of the portal needs: 6,400 at the last level. */
const MAX_KEYS = 10_000;

const hexToBytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const bytesToHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The proof for ALTCHA's challenge as a call carries it. The browser derives keys off the main thread, so that
 * the page stays responsive. @throws when no key fits the challenge
 */
async function solveChallenge(challenge: Challenge): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const nonceBytes = hexToBytes(nonce);
  const password = new Uint8Array(nonceBytes.length + 4);
  password.set(nonceBytes);
  const counterView = new DataView(password.buffer);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: hexToBytes(salt), iterations: cost };

  for (let counter = 0; counter < MAX_KEYS; counter += 1) {
    counterView.setUint32(nonceBytes.length, counter);
    const baseKey = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = bytesToHex(await crypto.subtle.deriveBits(derivation, baseKey, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix)) {
      const proof: ProofOfWork = { challenge, solution: { counter, derivedKey } };
      return btoa(JSON.stringify(proof));
    }
  }
  throw new Error('The challenge has no solution');
}

interface ProofOptions {
  /** Shows no error message. */
  readonly quiet?: boolean;
}

/**
 * Sends a call, and repeats it once with a proof of work when the address has sent too many requests. An insecure
 * origin has no cipher for the proof: the refusal stands.
 */
export const withProof =
  <SentCall extends CallDefinition>(call: SentCall, { quiet = false }: ProofOptions = {}) =>
  async (body: CallRequest<SentCall>): Promise<CommandResult<SentCall>> => {
    const send = (extraFields: object) => {
      const fields = { ...(body as object), ...extraFields } as CallRequest<SentCall>;
      return sendCommand(call, fields, { quiet: true });
    };
    const first = await send({});
    const proof =
      first.error?.kind === 'challenge'
        ? await solveChallenge(first.error.challenge).catch(() => undefined)
        : undefined;
    const result = proof ? await send({ proof }) : first;
    // The form requests and explains one more password itself.
    if (result.error && !quiet && result.error.kind !== 'another-password')
      sayError(result.error, { explains: true });
    return result;
  };

// Avoids the store's queries, which a visitor's first screen does without.
export const signUp = withProof(calls.signUp);
export const requestOtp = withProof(calls.requestOtp, { quiet: true });
export const signIn = withProof(calls.signIn, { quiet: true });
export const confirmSignUp = (body: CallRequest<typeof calls.confirmSignUp>) =>
  sendCommand(calls.confirmSignUp, body);
export const signOut = () => sendCommand(calls.signOut, {});
export const endSessions = () => sendCommand(calls.endSessions, {});
export const setMessageSettings = (body: CallRequest<typeof calls.setMessageSettings>) =>
  sendCommand(calls.setMessageSettings, body);

export const extendSession = (): Promise<CommandResult<typeof calls.getCurrentSession>> =>
  sendCommand(calls.getCurrentSession, {}, { quiet: true, background: true });
