import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './workspaces.ts';

/** Writes the declarations of all our packages to a folder, at the paths of their sources in the checkout. */
export async function emitDeclarations(folder: string): Promise<void> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  for (const name of ['tsconfig.packages.json', 'tsconfig.web-packages.json']) {
    const project = join(import.meta.dirname, '..', name);
    const emitted = promisify(execFile)(tsc, ['-p', project, '--outDir', folder], { maxBuffer: 64e6 });
    await emitted.catch(({ stdout }) => {
      throw new Error(`Writing the type declarations of ${name} failed:\n${stdout}`);
    });
  }
}
