import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const getManifestPath = (root: string): string => path.join(root, 'packages/contracts/package.json');

export const readPackageVersion = async (root: string): Promise<string> =>
  JSON.parse(await readFile(getManifestPath(root), 'utf8')).version;

export async function writePackageVersion(root: string, version: string): Promise<void> {
  const text = await readFile(getManifestPath(root), 'utf8');
  await writeFile(getManifestPath(root), text.replace(/("version": ")[^"]*/, `$1${version}`));
}
