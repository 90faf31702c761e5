import { createHash, randomBytes } from 'node:crypto';

const OPAQUE_ID = /^[\w-]{43}$/;

/** 256 random bits: only the applicant's cookie holds them. */
export const createOpaqueId = (): string => randomBytes(32).toString('base64url');

export const isOpaqueId = (text: string | undefined): text is string => OPAQUE_ID.test(text ?? '');

/** What the database keeps of an opaque id, so that its reader cannot take anybody's session or request. */
export const hashOpaqueId = (id: string): string => createHash('sha256').update(id).digest('base64url');
