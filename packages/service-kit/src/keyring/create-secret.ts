import { randomBytes } from 'node:crypto';

export const createSecret = (): string => randomBytes(32).toString('base64');
