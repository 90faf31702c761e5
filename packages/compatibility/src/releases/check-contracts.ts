import { breaksSince } from '../breaks/breaks-since.ts';
import { changesSince } from '../breaks/changes-since.ts';
import { readUsers } from '../sources/users.ts';
import { type Description, describeSource } from './describe-source.ts';
import { readPackageVersion } from './package-version.ts';
import { contractVersions, type Release, readRelease } from './released.ts';

/** What a command says, and whether all is well. */
export interface Said {
  readonly said: string[];
  readonly well: boolean;
}

const SIDE_BY_SIDE =
  'Keep what is released and add beside it: an optional field, a new call, an event of the next version.';

/** Whether the source is as its last release, and keeps to every one before it of the same major version. */
export async function checkContracts(root: string): Promise<Said> {
  const releases = contractVersions().map((version) => readRelease(version));
  const verdict = judge(describeSource(await readUsers(root)), releases);
  const [last, named] = [releases.at(-1)?.version, await readPackageVersion(root)];
  if (!verdict.well || last === named) return verdict;
  return { said: [`The package says ${named} and the last release is ${last}.`], well: false };
}

/** @param releases oldest first */
export function judge(source: Description, releases: readonly Release[]): Said {
  const last = releases.at(-1);
  if (!last) return { said: ['No contracts are released yet: npm run contracts -- release'], well: false };
  const breaks = releases.flatMap((release) => breaksSince(release, source));
  if (breaks.length > 0) return { said: [...breaks, SIDE_BY_SIDE], well: false };
  const changes = changesSince(last, source);
  if (changes.length === 0)
    return { said: [`The contracts are as released in ${last.version}.`], well: true };
  const unreleased = `Changed since ${last.version}, breaking nobody: ${changes.join(', ')}.`;
  return { said: [unreleased, 'Give it a version: npm run contracts -- release'], well: false };
}
