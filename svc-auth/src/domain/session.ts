import { createHash, randomBytes } from 'node:crypto';

const OPAQUE_ID = /^[\w-]{43}$/;

/** 256 random bits, held only in the applicant's cookie. */
export const createOpaqueId = (): string => randomBytes(32).toString('base64url');

export const isOpaqueId = (text: string | undefined): text is string => OPAQUE_ID.test(text ?? '');

/** Stored instead of the id, so that read access to the database does not suffice to use a session. */
export const hashOpaqueId = (id: string): string => createHash('sha256').update(id).digest('base64url');

export const TOKEN_MINUTES = 15;

/** Days for which the owner sees a sign-in. */
export const SIGN_IN_DAYS = 90;

/** Minutes after sign-in. A session alone, perhaps stolen, may not end the others later. */
export const FRESH_MINUTES = 15;

/** Minutes after sign-in within which all data can be downloaded or erased. */
export const VERY_FRESH_MINUTES = 5;

interface SessionLifetime {
  readonly idleMinutes: number;
  readonly hours: number;
}

const sharedDevice: SessionLifetime = { idleMinutes: 30, hours: 24 };
const ownDevice: SessionLifetime = { idleMinutes: 30 * 24 * 60, hours: SIGN_IN_DAYS * 24 };

export const getSessionLifetime = ({ own_device }: { readonly own_device: boolean }): SessionLifetime =>
  own_device ? ownDevice : sharedDevice;
