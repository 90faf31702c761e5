import type { Search } from '../engine.ts';
import { aptInstall, hasApt } from '../find/apt.ts';
import { onPath } from '../find/path.ts';
import { firstThatWorks, tellStderr } from '../find/ways.ts';

const byHand = 'Install Prometheus so that promtool is on the PATH.';

/**
 * What checks and tries Prometheus' rules: on the PATH, or by apt-get as root on Debian or Ubuntu.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallPromtool({
  env = process.env,
  tell = tellStderr,
}: Search = {}): Promise<string> {
  const installed = () => onPath(['promtool'], env);
  return firstThatWorks(
    [
      async () => installed(),
      async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall('prometheus', { env, tell });
        return installed();
      },
    ],
    { tell, byHand },
  );
}
