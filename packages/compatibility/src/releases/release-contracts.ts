import { breaksSince } from '../breaks/breaks-since.ts';
import { changesSince } from '../breaks/changes-since.ts';
import { readUsers } from '../sources/users.ts';
import { judge, type Said } from './check-contracts.ts';
import { type Description, describeSource } from './describe-source.ts';
import { readPackageVersion, writePackageVersion } from './package-version.ts';
import { contractVersions, readRelease, writeRelease } from './released.ts';
import { nextVersion } from './versions.ts';

/** Writes down what the source's calls and events are now, under the next version. */
export async function releaseContracts(root: string, { major }: { major: boolean }): Promise<Said> {
  const source = describeSource(await readUsers(root));
  const releases = contractVersions().map((version) => readRelease(version));
  const last = releases.at(-1);
  if (!last) return release({ root, source, version: await readPackageVersion(root) });
  if (changesSince(last, source).length === 0) return judge(source, releases);
  const isBreak = releases.some((one) => breaksSince(one, source).length > 0);
  if (isBreak && !major) {
    const { said } = judge(source, releases);
    return { said: [...said, 'When that cannot be: npm run contracts -- release --major'], well: false };
  }
  return release({ root, source, version: nextVersion(last.version, isBreak ? 'major' : 'minor') });
}

async function release({ root, source, version }: { root: string; source: Description; version: string }) {
  await writeRelease({ version, ...source });
  await writePackageVersion(root, version);
  return { said: [`Released ${version}; npm install brings it into the lock file.`], well: true };
}
