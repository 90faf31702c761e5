import { findBreakingChanges, findChanges } from '../breaking-changes/find-breaking-changes.ts';
import { readConsumers } from '../sources/consumers.ts';
import { type CheckResult, compareWithReleases } from './check-contracts.ts';
import { type Description, describeSource } from './describe-source.ts';
import {
  listContractVersions,
  nextVersion,
  readPackageVersion,
  readRelease,
  writePackageVersion,
  writeRelease,
} from './release-files.ts';

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
