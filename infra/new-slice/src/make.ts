import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Asked } from './asked.ts';
import { CannotMake } from './cannot-make.ts';
import { registrationsOf } from './registrations/registrations.ts';
import { exists, filesOf } from './templates.ts';

/**
 * Makes a slice in this checkout, all of it or nothing.
 * @returns the files that were written, from the checkout
 * @throws CannotMake
 */
export function make(asked: Asked, checkout: string): string[] {
  if (exists(asked, checkout)) throw new CannotMake(`There is a ${asked.folder} already.`);
  const files = new Map([...filesOf(asked, checkout), ...registered(asked, checkout)]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  }
  return [...files.keys()];
}

function registered(asked: Asked, checkout: string): [path: string, text: string][] {
  return registrationsOf(asked, checkout).map(({ file, add }) => {
    try {
      return [file, add(readFileSync(join(checkout, file), 'utf8'), asked)];
    } catch (error) {
      if (error instanceof CannotMake) throw new CannotMake(`${file}: ${error.message}`);
      throw error;
    }
  });
}
