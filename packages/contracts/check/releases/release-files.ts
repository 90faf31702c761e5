import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Description } from './describe-source.ts';
import { isSameMajor, sortVersions } from './versions.ts';

export interface Release extends Description {
  readonly version: string;
}

const RELEASES_FOLDER = fileURLToPath(new URL('../released/', import.meta.resolve('@archaka/contracts')));

/** Oldest first, all of the newest major version, since those are mutually compatible. */
export function listContractVersions(): string[] {
  const all = sortVersions(
    readdirSync(RELEASES_FOLDER)
      .filter((file) => file.endsWith('.json'))
      .map((file) => path.basename(file, '.json')),
  );
  const newest = all.at(-1) ?? '';
  return all.filter((version) => isSameMajor(version, newest));
}

export const readRelease = (version: string): Release =>
  JSON.parse(readFileSync(path.join(RELEASES_FOLDER, `${version}.json`), 'utf8'));

/** @throws for an existing version: a release is immutable. */
export const writeRelease = (release: Release): Promise<void> =>
  writeFile(path.join(RELEASES_FOLDER, `${release.version}.json`), `${JSON.stringify(release, null, 2)}\n`, {
    flag: 'wx',
  });
