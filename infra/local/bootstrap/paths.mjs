import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export const bin = join(root, 'node_modules/.bin');

/** Generated files that may be deleted at any time. */
export const cache = join(root, '.cache');
