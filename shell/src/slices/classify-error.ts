import type { SliceErrorKind } from './report-error.ts';

export class MissingSlice extends Error {
  override readonly name = 'MissingSlice';
  constructor(slice: string) {
    super(`${slice} is not in the slice registry`);
  }
}

/** @param defaultKind what an error is that comes from the slice itself */
export function classifyError({ name, message }: Error, defaultKind: 'unusable' | 'threw'): SliceErrorKind {
  if (name === 'MissingSlice') return 'missing';
  const isNetworkError =
    name === 'ChunkLoadError' || /ScriptNetworkError|Loading chunk|RUNTIME-003/.test(message);
  return isNetworkError ? 'unreachable' : defaultKind;
}
