import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Description } from './describe-source.ts';
import { isSameMajor, sortVersions } from './versions.ts';

/** The calls and events as they were released. */
export interface Release extends Description {
  readonly version: string;
}

/** Where the contracts keep a file for each released version. */
const RELEASES_FOLDER = fileURLToPath(new URL('../released/', import.meta.resolve('@archaka/contracts')));

/**
 * The released versions that this source answers, oldest first: all of the newest's major version, since none may
 * break another of them.
 */
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

/** @throws when this version has been released before: a release is never changed. */
export const writeRelease = (release: Release): Promise<void> =>
  writeFile(path.join(RELEASES_FOLDER, `${release.version}.json`), `${JSON.stringify(release, null, 2)}\n`, {
    flag: 'wx',
  });
