import * as z from 'zod';
import { sliceName, sliceVersion } from '../build/slice-build.ts';

const version = z.string().regex(sliceVersion);

/** How a slice stands. */
const sliceState = z.object({
  version,
  /** A version that a share of the users gets instead, in percent. */
  canary: z.object({ version, share: z.int().min(1).max(99) }).optional(),
  /** Versions that ran before, the last one first: what a rollback goes back to. */
  earlier: z.array(version),
});
export type SliceState = z.infer<typeof sliceState>;

/** All that its users may have, or may get back without a build. */
const listVersions = ({ version, canary, earlier }: SliceState): string[] => [
  version,
  ...(canary ? [canary.version] : []),
  ...earlier,
];

export interface BuildRef {
  readonly name: string;
  readonly version: string;
}

/** All builds that users may have, or may get back, of all these slices. */
export const listBuilds = (slices: Readonly<Record<string, SliceState>>): BuildRef[] =>
  Object.entries(slices).flatMap(([name, state]) =>
    listVersions(state).map((version) => ({ name, version })),
  );

const action = z.enum(['deploy', 'canary', 'promote', 'rollback']);
export type Action = z.infer<typeof action>;

/** One entry of the log: who did what and when, and how every slice stands after it. */
export const revisionSchema = z.object({
  revision: z.int().min(1),
  /** Tells two alike apart that are made in the same millisecond. */
  id: z.uuid(),
  at: z.iso.datetime(),
  by: z.string().min(1),
  action,
  slice: z.string().regex(sliceName),
  /** How that slice stood before. */
  before: sliceState.optional(),
  slices: z.record(z.string().regex(sliceName), sliceState),
  /** SHA-256 of the revision before this one; absent in the first. */
  previous: z.string().optional(),
});
export type Revision = z.infer<typeof revisionSchema>;
