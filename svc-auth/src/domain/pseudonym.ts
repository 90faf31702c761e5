import { createHmac } from 'node:crypto';

/**
 * Stands for a mobile number or a client's address as a key of the store: MongoDB writes the keys of
 * contended upserts into its log, which must not know anybody.
 */
export const createPseudonym = (pepper: string, text: string): string =>
  createHmac('sha256', pepper).update(`key\n${text}`).digest('base64url');
