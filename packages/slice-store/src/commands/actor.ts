import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/** Who does it, for the log: as they say, else as git knows them, else as the machine does. */
export async function resolveActor(explicitName: string | undefined): Promise<string> {
  return explicitName?.trim() || (await readGitName()) || userInfo().username;
}

const readGitName = (): Promise<string> =>
  promisify(execFile)('git', ['config', 'user.name']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
