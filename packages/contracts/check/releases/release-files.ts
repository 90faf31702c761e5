import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Description } from '../sources/describe-source.ts';

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

const fits = (line: string): boolean => line.length <= 110;

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * JSON with one line for each value that fits into a line. Of a longer object, plain members share lines, and an only
 * nested object opens and closes on the lines of the outer one.
 */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || fits(indent + line)) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((item) => inner + formatJson(item, inner)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value);
  if (members.length > 1 && members.filter(([, member]) => isRecord(member)).length === 1) {
    const opened = members.map(([key, member]) => `"${key}": ${formatJson(member, indent)}`).join(', ');
    const [first = '', ...others] = opened.split('\n');
    if (fits(`${indent}{${first}`) && fits(`${others.at(-1)}}`)) return `{${opened}}`;
  }
  const lines: string[] = [];
  let isOpen = false;
  for (const [key, member] of members) {
    const text = `"${key}": ${formatJson(member, inner)}`;
    const isPlain = !isRecord(member) && !text.includes('\n');
    const shared = `${lines.at(-1)}, ${text}`;
    if (isOpen && isPlain && fits(inner + shared)) lines.splice(-1, 1, shared);
    else lines.push(text);
    isOpen = isPlain;
  }
  return `{\n${lines.map((text) => inner + text).join(',\n')}\n${indent}}`;
}

/** @throws for an existing version: a release is immutable. */
export const writeRelease = (release: Release): Promise<void> =>
  writeFile(path.join(RELEASES_FOLDER, `${release.version}.json`), `${formatJson(release)}\n`, {
    flag: 'wx',
  });

const parseVersion = (version: string): [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
};

/** Oldest first. */
export const sortVersions = (versions: readonly string[]): string[] =>
  versions.toSorted((one, other) => {
    const [[major, minor], [otherMajor, otherMinor]] = [parseVersion(one), parseVersion(other)];
    return major - otherMajor || minor - otherMinor;
  });

export const isSameMajor = (one: string, other: string): boolean =>
  parseVersion(one)[0] === parseVersion(other)[0];

export function nextVersion(version: string, change: 'minor' | 'major'): string {
  const [major, minor] = parseVersion(version);
  return change === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

const getManifestPath = (root: string): string => path.join(root, 'packages/contracts/package.json');

export const readPackageVersion = async (root: string): Promise<string> =>
  JSON.parse(await readFile(getManifestPath(root), 'utf8')).version;

export async function writePackageVersion(root: string, version: string): Promise<void> {
  const text = await readFile(getManifestPath(root), 'utf8');
  await writeFile(getManifestPath(root), text.replace(/("version": ")[^"]*/, `$1${version}`));
}
