import type { SearchOptions } from '../engine.ts';
import { reportToStderr } from '../find/install-methods.ts';
import { findOrInstallPythonPackage } from '../find/python-environment.ts';

const VERSION = '5.2.5';

/**
 * A server of AWS's API for tests.
 * @returns the command that runs it
 * @throws EngineMissing
 */
export const findOrInstallMoto = ({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<[command: string, ...args: string[]]> =>
  findOrInstallPythonPackage(
    {
      title: 'moto',
      requirement: 'moto[server,kms]',
      version: VERSION,
      folder: `moto-${VERSION}`,
      code: 'import sys; from moto.server import main; sys.argv[1:] == ["--version"] or main()',
    },
    { env, report },
  );
