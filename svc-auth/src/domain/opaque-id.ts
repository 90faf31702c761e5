import { createHash, randomBytes } from 'node:crypto';

const OPAQUE_ID = /^[\w-]{43}$/;

/** 256 random bits, held only in the applicant's cookie. */
export const createOpaqueId = (): string => randomBytes(32).toString('base64url');

export const isOpaqueId = (text: string | undefined): text is string => OPAQUE_ID.test(text ?? '');

/** Stored instead of the id, so that read access to the database does not suffice to use a session. */
export const hashOpaqueId = (id: string): string => createHash('sha256').update(id).digest('base64url');
