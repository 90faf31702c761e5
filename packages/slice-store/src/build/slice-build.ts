import { createHash } from 'node:crypto';
import * as z from 'zod';

export const sliceName = /^mf-[a-z][a-z-]*$/;
export const sliceVersion = /^[0-9a-f]{32}$/;
/** All files are in one folder; none is hidden. */
export const fileName = /^[\w@][\w@.-]*$/;

const sliceFacts = z.object({
  name: z.string().regex(sliceName),
  version: z.string().min(1),
  /** The contracts version at build time. */
  contracts: z.string().min(1),
  calls: z.array(z.object({ name: z.string(), digest: z.string() })),
  platform: z.array(z.string()),
});

const initialFiles = z.looseObject({ sync: z.array(z.string()) });

/** The federation plugin's format. Unknown fields pass through to the browser. */
const manifest = z.looseObject({
  metaData: z.looseObject({ remoteEntry: z.looseObject({ name: z.string() }) }),
  exposes: z.array(z.looseObject({ assets: z.looseObject({ js: initialFiles, css: initialFiles }) })),
});

/** Names every file with its hash. The record's own hash is the build's version. */
export const sliceBuild = z.object({
  facts: sliceFacts,
  manifest,
  files: z.record(z.string().regex(fileName), z.string().startsWith('sha384-')),
});
export type SliceBuild = z.infer<typeof sliceBuild>;

export const listInitialFiles = ({ metaData, exposes }: SliceBuild['manifest']): string[] => [
  metaData.remoteEntry.name,
  ...exposes.flatMap(({ assets }) => [...assets.css.sync, ...assets.js.sync]),
];

/** 128 bits prevent a second record for a version. */
export const computeVersion = (record: Buffer): string =>
  createHash('sha256').update(record).digest('hex').slice(0, 32);

export const computeIntegrity = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

export const recordKey = (name: string, version: string): string => `${name}/${version}.json`;
export const fileKey = (name: string, version: string, file: string): string => `${name}/${version}/${file}`;
