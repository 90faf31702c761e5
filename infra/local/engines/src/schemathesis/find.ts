import type { SearchOptions } from '../engine.ts';
import { reportToStderr } from '../find/install-methods.ts';
import { findOrInstallPythonPackage } from '../find/python-environment.ts';

const VERSION = '4.32.5';

/** The name of its folder in the cache. */
export const INSTALL_FOLDER = `schemathesis-${VERSION}`;

/**
 * The Schemathesis that this project pins.
 * @returns the command that runs it
 * @throws EngineMissing
 */
export const findOrInstallSchemathesis = ({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<[command: string, ...args: string[]]> =>
  findOrInstallPythonPackage(
    {
      title: 'Schemathesis',
      requirement: 'schemathesis',
      version: VERSION,
      folder: INSTALL_FOLDER,
      code: 'from schemathesis.cli import schemathesis; schemathesis()',
    },
    { env, report },
  );
