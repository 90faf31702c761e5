import type { SearchOptions } from '../engine.ts';
import { aptInstall, hasApt } from '../find/apt.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { findOnPath } from '../find/path.ts';

const manualInstructions = 'Install Prometheus so that promtool is on the PATH.';

/**
 * Promtool, which checks and tests Prometheus' rules: on the PATH, or by apt-get as root on Debian or Ubuntu.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallPromtool({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<string> {
  const findInstalled = () => findOnPath(['promtool'], env);
  return tryInOrder(
    [
      async () => findInstalled(),
      async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall('prometheus', { env, report });
        return findInstalled();
      },
    ],
    { report, manualInstructions },
  );
}
