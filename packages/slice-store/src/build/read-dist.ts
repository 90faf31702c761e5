import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import type * as z from 'zod';
import {
  computeIntegrity,
  computeVersion,
  listInitialFiles,
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
