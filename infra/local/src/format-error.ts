import { redactCredentials } from '@archaka/contracts';
import { EngineFailed, EngineMissing } from '@archaka/engines';
import { CommandError } from '@archaka/service-kit/command-line';

const expectedErrors = [CommandError, EngineMissing, EngineFailed];

/** One sentence for errors that an operator can correct (system errors have a code), else the stack. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return redactCredentials(String(error));
  const isExpected = 'code' in error || expectedErrors.some((kind) => error instanceof kind);
  return redactCredentials(isExpected ? error.message : String(error.stack));
}
