import { createHash } from 'node:crypto';
import * as z from 'zod';

export const sliceName = /^mf-[a-z][a-z-]*$/;
export const sliceVersion = /^[0-9a-f]{32}$/;
/** Of a built file: it is in one folder with the others, and is never hidden. */
export const fileName = /^[\w@][\w@.-]*$/;

/** What a remote's build tells about itself, in its `slice.json`. */
const sliceFacts = z.object({
  name: z.string().regex(sliceName),
  /** As its team counts. */
  version: z.string().min(1),
  /** The version of the contracts it was built with. */
  contracts: z.string().min(1),
  /** The calls it makes, with the digest of the shape it knows. */
  calls: z.array(z.object({ name: z.string(), digest: z.string() })),
  /** What it imports of the platform. */
  platform: z.array(z.string()),
});

/** As the federation plugin writes it; what is not read here goes through to the browser. */
const manifest = z.looseObject({
  metaData: z.looseObject({ remoteEntry: z.looseObject({ name: z.string() }) }),
  exposes: z.array(
    z.looseObject({ assets: z.looseObject({ js: z.looseObject({ sync: z.array(z.string()) }) }) }),
  ),
});

/** The record of a build: it names every file with its content's hash, and its own hash is the build's version. */
export const sliceBuild = z.object({
  facts: sliceFacts,
  manifest,
  /** `sha384-…` of every file, by its name. */
  files: z.record(z.string().regex(fileName), z.string().startsWith('sha384-')),
});
export type SliceBuild = z.infer<typeof sliceBuild>;

/** What a page that shows the slice loads first: its entry, and the chunks of its door. */
export const listInitialFiles = ({ metaData, exposes }: SliceBuild['manifest']): string[] => [
  metaData.remoteEntry.name,
  ...exposes.flatMap(({ assets }) => assets.js.sync),
];

/** 128 bits: nobody finds another record for a version. */
export const computeVersion = (record: Buffer): string =>
  createHash('sha256').update(record).digest('hex').slice(0, 32);

export const computeIntegrity = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Where a build's record and files lie in the store. */
export const recordKey = (name: string, version: string): string => `${name}/${version}.json`;
export const fileKey = (name: string, version: string, file: string): string => `${name}/${version}/${file}`;
