import type { FaultKind } from './report-fault.ts';

export class MissingSlice extends Error {
  override readonly name = 'MissingSlice';
  constructor(slice: string) {
    super(`${slice} is not in the slice registry`);
  }
}

/** @param otherwise what an error is that comes from the slice itself */
export function faultKind({ name, message }: Error, otherwise: 'unusable' | 'threw'): FaultKind {
  if (name === 'MissingSlice') return 'missing';
  const ofNetwork = name === 'ChunkLoadError' || /ScriptNetworkError|Loading chunk|RUNTIME-003/.test(message);
  return ofNetwork ? 'unreachable' : otherwise;
}
