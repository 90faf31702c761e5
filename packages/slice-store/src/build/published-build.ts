import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import type * as z from 'zod';
import { type SliceSigningKey, signBuild } from '../signature.ts';
import type { SliceStore } from '../store.ts';
import {
  computeIntegrity,
  computeVersion,
  fileKey,
  listInitialFiles,
  recordKey,
  type SliceBuild,
  sliceBuild,
} from './slice-build.ts';

interface BuiltSlice {
  readonly version: string;
  readonly build: SliceBuild;
  readonly record: Buffer;
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** @throws CommandError unless the folder holds a complete build of this slice */
export async function readDist(name: string, dist: string): Promise<BuiltSlice> {
  const contents = await readContents(name, dist);
  const parsed = sliceBuild.safeParse({
    facts: parseJson(contents.get('slice.json')),
    manifest: parseJson(contents.get('mf-manifest.json')),
    files: Object.fromEntries([...contents].map(([file, content]) => [file, computeIntegrity(content)])),
  });
  const faults = parsed.success ? findMissingFiles(parsed.data) : parsed.error.issues.map(formatIssue);
  if (!parsed.success || faults.length > 0) {
    throw new CommandError(`${dist} is not a complete build of ${name}: ${faults.join(', ')}.`);
  }
  const build = parsed.data;
  if (build.facts.name !== name)
    throw new CommandError(`${dist} is a build of ${build.facts.name}, not of ${name}.`);
  const record = Buffer.from(JSON.stringify(build));
  return { version: computeVersion(record), build, record, contents };
}

async function readContents(name: string, dist: string): Promise<Map<string, Buffer>> {
  const files = await readdir(dist).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CommandError(`There is no build of ${name} in ${dist}: npm run slice -- build ${name}`);
  });
  const read = async (file: string) => [file, await readFile(path.join(dist, file))] as const;
  return new Map(await Promise.all(files.sort().map(read)));
}

const findMissingFiles = ({ manifest, files }: SliceBuild): string[] =>
  listInitialFiles(manifest)
    .filter((file) => !files[file])
    .map((file) => `${file} is missing`);

const origins: Readonly<Record<string, string>> = { facts: 'slice.json', manifest: 'mf-manifest.json' };

function formatIssue({ path: [field, ...rest], message }: z.core.$ZodIssue): string {
  const origin = origins[String(field)] ?? 'its files';
  return rest.length === 0 ? `${origin} is missing or not JSON` : `${origin}: ${rest.join('.')}: ${message}`;
}

function parseJson(content: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(content));
  } catch {
    return undefined;
  }
}

interface PublishOptions {
  readonly store: SliceStore;
  readonly name: string;
  readonly dist: string;
  readonly key?: SliceSigningKey | undefined;
}

/** Writes the record last and completes interrupted publications. @throws CommandError for an incomplete build */
export async function publish({ store, name, dist, key }: PublishOptions): Promise<string> {
  const { version, record, contents } = await readDist(name, dist);
  const put = async (key: string, content: Buffer) => {
    if (await store.put(key, content)) return;
    throw new CommandError(
      `${key} in ${store.address} is not what was published there: it has been tampered with.`,
    );
  };
  await Promise.all([...contents].map(([file, content]) => put(fileKey(name, version, file), content)));
  await put(recordKey(name, version), record);
  if (key) await signBuild(store, { name, version }, key);
  return version;
}

/** @throws CommandError for a missing build, or one that differs from its version */
export async function getBuild(store: SliceStore, name: string, version: string): Promise<SliceBuild> {
  const key = recordKey(name, version);
  const record = await store.read(key);
  if (!record) throw new CommandError(describeMissing(store, name, version));
  if (computeVersion(record) !== version) throw new CommandError(`${key} has been tampered with.`);
  return sliceBuild.parse(JSON.parse(record.toString()));
}

/** Completes a version prefix. @throws CommandError for none or several matches */
export async function getFullVersion(store: SliceStore, name: string, prefix: string): Promise<string> {
  const versions = (await store.list(name)).map((file) => file.replace(/\.json$/, ''));
  const found = versions.filter((version) => version.startsWith(prefix));
  if (found.length === 1 && found[0]) return found[0];
  if (found.length === 0) throw new CommandError(describeMissing(store, name, prefix));
  throw new CommandError(`${name} ${prefix} may be ${found.join(' or ')} in ${store.address}.`);
}

const describeMissing = (store: SliceStore, name: string, version: string): string =>
  `${name} ${version} is not published in ${store.address}: build it, then npm run slice -- publish ${name}; npm run slice -- list ${name} names what is published.`;

/** One sentence for each deviation from the published build. */
export async function verifyBuild(store: SliceStore, name: string, version: string): Promise<string[]> {
  try {
    const { files } = await getBuild(store, name, version);
    const faults = Object.entries(files).map(async ([file, integrity]) => {
      const key = fileKey(name, version, file);
      const content = await store.read(key);
      if (!content) return [`${key} is missing.`];
      return computeIntegrity(content) === integrity ? [] : [`${key} has been tampered with.`];
    });
    return (await Promise.all(faults)).flat();
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}
