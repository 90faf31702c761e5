import * as z from 'zod';
import { sliceName, sliceVersion } from '../build/slice-build.ts';

const version = z.string().regex(sliceVersion);

/** How a slice stands. */
const running = z.object({
  version,
  /** A version that a share of the users gets instead, in percent. */
  canary: z.object({ version, share: z.int().min(1).max(99) }).optional(),
  /** Versions that ran before, the last one first: what a rollback goes back to. */
  earlier: z.array(version),
});
export type Running = z.infer<typeof running>;

/** All that its users may have, or may get back without a build. */
const versionsOf = ({ version, canary, earlier }: Running): string[] => [
  version,
  ...(canary ? [canary.version] : []),
  ...earlier,
];

export interface NamedBuild {
  readonly name: string;
  readonly version: string;
}

/** All builds that users may have, or may get back, of all these slices. */
export const buildsOf = (slices: Readonly<Record<string, Running>>): NamedBuild[] =>
  Object.entries(slices).flatMap(([name, running]) =>
    versionsOf(running).map((version) => ({ name, version })),
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
  before: running.optional(),
  slices: z.record(z.string().regex(sliceName), running),
  /** SHA-256 of the revision before this one; absent in the first. */
  previous: z.string().optional(),
});
export type Revision = z.infer<typeof revisionSchema>;
