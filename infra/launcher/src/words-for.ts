import { EngineFailed, EngineMissing } from '@archaka/engines';
import { Sentence } from './sentence.ts';

const expected = [Sentence, EngineMissing, EngineFailed];

/** One sentence for what people can do something about (the system's refusals have a code), else all there is. */
export function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = 'code' in error || expected.some((kind) => error instanceof kind);
  return isExpected ? error.message : String(error.stack);
}
