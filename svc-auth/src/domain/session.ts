import { createHash, randomBytes } from 'node:crypto';

export const SESSION_COOKIE = 'archaka_session';
export const SESSION_HOURS = 24;
export const TOKEN_MINUTES = 15;

/** 256 random bits: only the applicant's cookie holds them. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/** What the database keeps, so that its reader cannot take anybody's session. */
export const sessionHash = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('base64url');
