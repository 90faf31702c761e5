import { resolve } from 'node:path';
import { pack } from './pack.ts';
import { findRequiredWorkspaces, readWorkspaces } from './workspaces.ts';

const usage = 'Usage: npm run pack -- <folder> <slice>';

/** Packs all of our packages that the build and tests of a slice need. */
const [folder, slice = ''] = process.argv.slice(2);
const workspaces = readWorkspaces();
if (folder && workspaces.has(slice)) {
  for (const file of await pack(findRequiredWorkspaces(slice, workspaces), resolve(folder)))
    console.log(file);
} else {
  console.error(usage);
  process.exitCode = 2;
}
