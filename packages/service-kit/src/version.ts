import { readFile } from 'node:fs/promises';
import path from 'node:path';

export async function readPackageVersion(file: string): Promise<string> {
  const folder = path.dirname(file);
  try {
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    return String(version);
  } catch (error) {
    if (folder === path.dirname(folder)) throw error;
    return readPackageVersion(folder);
  }
}
