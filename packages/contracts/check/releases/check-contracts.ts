import { findBreakingChanges, findChanges } from '../breaking-changes/find-breaking-changes.ts';
import { type Description, describeSource, readConsumers } from '../sources/describe-source.ts';
import {
  listContractVersions,
  nextVersion,
  type Release,
  readPackageVersion,
  readRelease,
  writePackageVersion,
  writeRelease,
} from './release-files.ts';

export interface CheckResult {
  readonly messages: string[];
  readonly passed: boolean;
}

const COMPATIBILITY_HINT =
  'Leave released parts unchanged and add an optional field, a new call, or an event of the next version.';

/** Passes when the source equals its last release and is compatible with all releases of its major version. */
export async function checkContracts(root: string): Promise<CheckResult> {
  const releases = listContractVersions().map((version) => readRelease(version));
  const result = compareWithReleases(describeSource(await readConsumers(root)), releases);
  const [last, packageVersion] = [releases.at(-1)?.version, await readPackageVersion(root)];
  if (!result.passed || last === packageVersion) return result;
  return {
    messages: [`The package has version ${packageVersion}, but the last release is ${last}.`],
    passed: false,
  };
}

/** @param releases oldest first */
export function compareWithReleases(source: Description, releases: readonly Release[]): CheckResult {
  const last = releases.at(-1);
  if (!last)
    return { messages: ['No contracts are released yet: npm run contracts -- release'], passed: false };
  const breakingChanges = releases.flatMap((release) => findBreakingChanges(release, source));
  if (breakingChanges.length > 0)
    return { messages: [...breakingChanges, COMPATIBILITY_HINT], passed: false };
  const changes = findChanges(last, source);
  if (changes.length === 0)
    return { messages: [`The contracts are as released in ${last.version}.`], passed: true };
  const unreleased = `Changed since ${last.version}, compatibly: ${changes.join(', ')}.`;
  return { messages: [unreleased, 'Release a new version: npm run contracts -- release'], passed: false };
}

export async function releaseContracts(root: string, { major }: { major: boolean }): Promise<CheckResult> {
  const source = describeSource(await readConsumers(root));
  const releases = listContractVersions().map((version) => readRelease(version));
  const last = releases.at(-1);
  if (!last) return release({ root, source, version: await readPackageVersion(root) });
  if (findChanges(last, source).length === 0) return compareWithReleases(source, releases);
  const isBreaking = releases.some((released) => findBreakingChanges(released, source).length > 0);
  if (isBreaking && !major) {
    const { messages } = compareWithReleases(source, releases);
    return {
      messages: [...messages, 'Otherwise: npm run contracts -- release --major'],
      passed: false,
    };
  }
  return release({ root, source, version: nextVersion(last.version, isBreaking ? 'major' : 'minor') });
}

async function release({ root, source, version }: { root: string; source: Description; version: string }) {
  await writeRelease({ version, ...source });
  await writePackageVersion(root, version);
  return { messages: [`Released ${version}; run npm install to update the lock file.`], passed: true };
}
