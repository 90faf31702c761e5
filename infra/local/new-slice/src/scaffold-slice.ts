import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import type { NewSlice } from './options.ts';
import { selectRegistrations } from './registrations/registrations.ts';
import { renderTemplates, sliceExists } from './templates.ts';

/**
 * Makes a slice in this checkout, completely or not at all.
 * @returns the written files, relative to the checkout
 * @throws CommandError
 */
export function scaffoldSlice(options: NewSlice, root: string): string[] {
  if (sliceExists(options, root)) throw new CommandError(`${options.folder} exists already.`);
  const files = new Map([...renderTemplates(options, root), ...applyRegistrations(options, root)]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...files.keys()];
}

function applyRegistrations(options: NewSlice, root: string): [path: string, text: string][] {
  return selectRegistrations(options, root).map(({ file, add }) => {
    try {
      return [file, add(readFileSync(join(root, file), 'utf8'), options)];
    } catch (error) {
      if (error instanceof CommandError) throw new CommandError(`${file}: ${error.message}`);
      throw error;
    }
  });
}
