import { EngineFailed, EngineMissing } from '@archaka/engines';
import { CommandError } from '@archaka/operators';

const expectedErrors = [CommandError, EngineMissing, EngineFailed];

/** One sentence for what people can do something about (the system's refusals have a code), else all there is. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = 'code' in error || expectedErrors.some((kind) => error instanceof kind);
  return isExpected ? error.message : String(error.stack);
}
