import type { Compilation } from '@rspack/core';

const platformIndex = /[\\/]packages[\\/]platform[\\/]src[\\/]index\.ts$/;

/** Complete only between `optimizeModules` and module concatenation. */
export function listSharedExports({ modules, moduleGraph }: Compilation): string[] {
  const module = [...modules].find((candidate) => platformIndex.test(candidate.nameForCondition() ?? ''));
  const provided = module && moduleGraph.getProvidedExports(module);
  if (!Array.isArray(provided)) throw new Error('What the platform exports is not known by name.');
  return provided.toSorted();
}
