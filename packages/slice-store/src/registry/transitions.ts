import { CommandError } from '@archaka/service-kit/command-line';
import type { SliceState } from './revision.ts';

/** Undefined without a difference. @throws CommandError when not allowed */
export type Transition = (before: SliceState | undefined) => SliceState | undefined;

const MAX_EARLIER_VERSIONS = 10;

const replaceVersion = ({ version, earlier }: SliceState, next: string): SliceState => ({
  version: next,
  earlier: [version, ...earlier.filter((other) => other !== next && other !== version)].slice(
    0,
    MAX_EARLIER_VERSIONS,
  ),
});

export const deploy =
  (version: string): Transition =>
  (before) => {
    if (!before) return { version, earlier: [] };
    if (before.canary)
      throw new CommandError(
        `A canary runs, ${describeCanary(before.canary)}: promote it or roll it back first.`,
      );
    return before.version === version ? undefined : replaceVersion(before, version);
  };

/** Also resizes a running canary. */
export const canary =
  (version: string, share: number): Transition =>
  (before) => {
    if (!before) throw new CommandError('A canary needs a deployed version: deploy this one.');
    if (before.version === version) throw new CommandError(`All visitors already get ${version}.`);
    if (before.canary && before.canary.version !== version) {
      throw new CommandError(
        `Another canary runs, ${describeCanary(before.canary)}: promote it or roll it back first.`,
      );
    }
    return before.canary?.share === share ? undefined : { ...before, canary: { version, share } };
  };

export const promote: Transition = (before) => {
  if (!before?.canary) throw new CommandError('No canary runs.');
  return replaceVersion(before, before.canary.version);
};

/** Ends a running canary, else returns to the previous version. */
export const rollback: Transition = (before) => {
  if (before?.canary) return { version: before.version, earlier: before.earlier };
  const [version, ...earlier] = before?.earlier ?? [];
  if (!version) throw new CommandError('There is no earlier version to roll back to.');
  return { version, earlier };
};

const describeCanary = ({ version, share }: NonNullable<SliceState['canary']>) => `${version} for ${share} %`;
