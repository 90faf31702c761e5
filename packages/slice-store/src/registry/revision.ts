import * as z from 'zod';
import { sliceName, sliceVersion } from '../build/slice-build.ts';

const version = z.string().regex(sliceVersion);

const sliceState = z.object({
  version,
  canary: z.object({ version, share: z.int().min(1).max(99) }).optional(),
  /** Targets of rollbacks, the latest first. */
  earlier: z.array(version),
});
export type SliceState = z.infer<typeof sliceState>;

const listVersions = ({ version, canary, earlier }: SliceState): string[] => [
  version,
  ...(canary ? [canary.version] : []),
  ...earlier,
];

export interface BuildRef {
  readonly name: string;
  readonly version: string;
}

/** All builds that run or can be rolled back to. */
export const listBuilds = (slices: Readonly<Record<string, SliceState>>): BuildRef[] =>
  Object.entries(slices).flatMap(([name, state]) =>
    listVersions(state).map((version) => ({ name, version })),
  );

const action = z.enum(['deploy', 'canary', 'promote', 'rollback']);
export type Action = z.infer<typeof action>;

export const revisionSchema = z.object({
  revision: z.int().min(1),
  id: z.uuid(),
  at: z.iso.datetime(),
  by: z.string().min(1),
  action,
  slice: z.string().regex(sliceName),
  before: sliceState.optional(),
  slices: z.record(z.string().regex(sliceName), sliceState),
  /** SHA-256 of the previous revision; absent in the first. */
  previous: z.string().optional(),
});
export type Revision = z.infer<typeof revisionSchema>;
