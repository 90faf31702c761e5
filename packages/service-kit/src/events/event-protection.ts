import type { Envelope, EventDefinition, Service } from '@archaka/contracts';
import { createLocalJWKSet, errors, FlattenedSign, flattenedVerify, importJWK } from 'jose';
import { toKeyOwner } from '../auth/service-tokens.ts';
import type { PrivateJwk, PublicJwk } from '../config.ts';
import {
  createSealing,
  createSealingKeys,
  type KeyRing,
  type Sealed,
  type Sealing,
} from '../sealing/sealing.ts';

const PURPOSE = 'event data';

/** Matches the JSON of an event whose data another key than the first of the ring seals. */
export function createOldDataPattern(ring: KeyRing): RegExp {
  const [current] = createSealingKeys(ring, PURPOSE);
  return new RegExp(`"data":\\{"sealed":\\{"kid":"(?!${current?.kid}")`);
}

const findSealed = (data: unknown): Sealed | undefined => {
  const { sealed, ...others } = Object(data) as { sealed?: Sealed };
  return Object.keys(others).length === 0 ? sealed : undefined;
};

const toContext = ({ id, type }: Envelope) => ({ collection: type, id });

/** Beneath the contracts: producers and consumers see the plain data. */
export class EventSealing {
  readonly #sealing: Sealing;

  constructor(ring: KeyRing) {
    this.#sealing = createSealing(createSealingKeys(ring, PURPOSE));
  }

  /** Data of other events stays as it is. */
  sealData(envelope: Envelope, { isPersonal }: Pick<EventDefinition, 'isPersonal'>): Envelope {
    if (!isPersonal) return envelope;
    const sealed = this.#sealing.seal(JSON.stringify(envelope.data), toContext(envelope));
    return { ...envelope, data: { sealed } };
  }

  /** Data that is not sealed stays as it is. @throws for a missing key or data of another event. */
  openData(envelope: Envelope): Envelope {
    const sealed = findSealed(envelope.data);
    if (!sealed) return envelope;
    return { ...envelope, data: JSON.parse(this.#sealing.unseal(sealed, toContext(envelope))) };
  }
}

/** Carries a detached JWS (ES256, compact form) over the body. */
export const SIGNATURE_HEADER = 'x-signature';
/** Keeps a signature from serving as a token, and the reverse. */
const SIGNATURE_TYPE = 'event';
/** An older event may be a repeat, since the inbox keeps 90 days. */
const MAX_AGE_MS = 80 * 24 * 3600_000;

/** The owner did not send this event as it arrived, or it is too old for deduplication. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent';
}

export type EventSigner = (body: Buffer) => Promise<string>;

export function createEventSigner(jwk: PrivateJwk): EventSigner {
  const key = importJWK(jwk, 'ES256');
  return async (body) => {
    const jws = new FlattenedSign(body).setProtectedHeader({
      alg: 'ES256',
      kid: jwk.kid,
      typ: SIGNATURE_TYPE,
    });
    const { protected: header, signature } = await jws.sign(await key);
    return `${header}..${signature}`;
  };
}

export interface ReceivedEvent {
  readonly body: Buffer;
  readonly signature: unknown;
  readonly envelope: Envelope;
}

export type FindForgery = (received: ReceivedEvent, owner: Service) => Promise<ForgedEvent | undefined>;

/** The body holds id, type, source and time, so the signature binds them all. */
export function createForgeryCheck(jwks: { readonly keys: PublicJwk[] }): FindForgery {
  const keys = createLocalJWKSet({ keys: [...jwks.keys] });

  const findSigner = async (body: Buffer, signature: string): Promise<string> => {
    const [header = '', payload, mac = '', ...more] = signature.split('.');
    if (payload !== '' || more.length > 0) throw new ForgedEvent('has no detached signature');
    const jws = { protected: header, payload: body.toString('base64url'), signature: mac };
    const { protectedHeader } = await flattenedVerify(jws, keys, { algorithms: ['ES256'] });
    if (protectedHeader?.typ !== SIGNATURE_TYPE) throw new ForgedEvent('is signed as another type');
    return toKeyOwner(protectedHeader.kid ?? '');
  };

  const verify = async ({ body, signature, envelope }: ReceivedEvent, producer: string): Promise<void> => {
    if (envelope.source !== producer) throw new ForgedEvent('names another source');
    if (typeof signature !== 'string') throw new ForgedEvent('has no signature');
    const signer = await findSigner(body, signature);
    if (signer !== producer) throw new ForgedEvent(`is signed by ${signer}, which does not own it`);
    if (Date.parse(envelope.time) < Date.now() - MAX_AGE_MS) throw new ForgedEvent('is too old');
  };

  return async (received, owner) => {
    try {
      await verify(received, `svc-${owner}`);
      return undefined;
    } catch (error) {
      if (error instanceof ForgedEvent) return error;
      if (error instanceof errors.JOSEError) return new ForgedEvent(toReason(error), { cause: error });
      throw error;
    }
  };
}

const toReason = (error: errors.JOSEError): string =>
  error instanceof errors.JWKSNoMatchingKey ? 'is signed by an unknown key' : 'has a wrong signature';
