import { redactCredentials, redactPersonalData } from '@archaka/contracts';
import { CommandError } from './command-line.ts';
import { ConfigurationError } from './config.ts';
import { DependencyUnavailable } from './errors.ts';

export function describeCommandError(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigurationError)
    return redactCredentials(error.message);
  if (error instanceof DependencyUnavailable) return describeUnavailable(error);
  return `Something went wrong: ${toErrorText(error)}`;
}

const describeUnavailable = ({ dependency, cause }: DependencyUnavailable): string =>
  `${dependency} did not respond${cause === undefined ? '' : ` (${toErrorText(cause)})`}: the command failed.`;

const toErrorText = (error: unknown): string =>
  redactPersonalData(error instanceof Error ? error.message : String(error));
