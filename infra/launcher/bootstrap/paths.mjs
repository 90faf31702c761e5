import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export const bin = join(root, 'node_modules/.bin');

/** What is made once and may be thrown away at any time. */
export const cache = join(root, '.cache');
