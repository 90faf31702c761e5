import { createHmac } from 'node:crypto';

/** Replaces a mobile number or an address in keys, since MongoDB logs the keys of contended upserts. */
export const createPseudonym = (pepper: string, text: string): string =>
  createHmac('sha256', pepper).update(`key\n${text}`).digest('base64url');
