import { Refusal } from '../refusal.ts';
import type { Running } from './revision.ts';

/** How a slice stands after a change; undefined where it stands so already. Throws Refusal where it cannot. */
export type Step = (before: Running | undefined) => Running | undefined;

/** How many versions a slice can be rolled back by. */
const kept = 10;

const replaced = ({ version, earlier }: Running, by: string): Running => ({
  version: by,
  earlier: [version, ...earlier.filter((other) => other !== by && other !== version)].slice(0, kept),
});

/** Everybody gets this version. */
export const deploy =
  (version: string): Step =>
  (before) => {
    if (!before) return { version, earlier: [] };
    if (before.canary)
      throw new Refusal(`A canary runs, ${told(before.canary)}: promote it or roll it back first.`);
    return before.version === version ? undefined : replaced(before, version);
  };

/** A share of the users gets this version; a canary that runs may so be made larger or smaller. */
export const canary =
  (version: string, share: number): Step =>
  (before) => {
    if (!before) throw new Refusal('A canary needs a deployed version beside it: deploy this one.');
    if (before.version === version) throw new Refusal(`Everybody gets ${version} already.`);
    if (before.canary && before.canary.version !== version) {
      throw new Refusal(`Another canary runs, ${told(before.canary)}: promote it or roll it back first.`);
    }
    return before.canary?.share === share ? undefined : { ...before, canary: { version, share } };
  };

/** The canary's version is everybody's. */
export const promote: Step = (before) => {
  if (!before?.canary) throw new Refusal('No canary runs that could be promoted.');
  return replaced(before, before.canary.version);
};

/** Takes back what was done last: ends the canary that runs, or goes back to the version before. */
export const rollback: Step = (before) => {
  if (before?.canary) return { version: before.version, earlier: before.earlier };
  const [version, ...earlier] = before?.earlier ?? [];
  if (!version) throw new Refusal('No version ran before that it could be rolled back to.');
  return { version, earlier };
};

const told = ({ version, share }: NonNullable<Running['canary']>) => `${version} for ${share} %`;
