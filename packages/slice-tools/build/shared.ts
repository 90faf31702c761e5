import type { Compilation } from '@rspack/core';

/** React, router and store are single instances: a remote never bundles its own. */
const versionRanges = {
  react: '^19.3.0',
  'react/jsx-runtime': '^19.3.0',
  'react-dom': '^19.3.0',
  '@archaka/platform': '^0.1.0',
  '@archaka/platform/core': '^0.1.0',
};

const createShared = (overrides: object) =>
  Object.fromEntries(
    Object.entries(versionRanges).map(([name, requiredVersion]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion, ...overrides },
    ]),
  );

const eagerShared = createShared({ eager: true });

/** The shell bundles the packages in its first chunk, and the rest of the platform in an on-demand chunk. */
export const hostShared = {
  ...eagerShared,
  '@archaka/platform': { ...eagerShared['@archaka/platform'], eager: false },
};

/** A remote has no fallback copy. */
export const remoteShared = createShared({ import: false });

/** Prefix of the names that a slice imports from `@archaka/platform/core`. */
export const CORE_PREFIX = 'core/';

const indexFile = /[\\/]packages[\\/]platform[\\/]src[\\/]index\.ts$/;
const coreFile = /[\\/]packages[\\/]platform[\\/]src[\\/]core\.ts$/;

const entries = [
  { file: indexFile, prefix: '' },
  { file: coreFile, prefix: CORE_PREFIX },
];

const findModules = (modules: Compilation['modules'], file: RegExp) =>
  [...modules].filter((candidate) => file.test(candidate.nameForCondition() ?? ''));

/** Names of the core as `core/Button`. Complete only between `optimizeModules` and module concatenation. */
export function listSharedExports({ modules, moduleGraph }: Compilation): string[] {
  const names = entries.flatMap(({ file, prefix }) => {
    const [module] = findModules(modules, file);
    const provided = module && moduleGraph.getProvidedExports(module);
    if (!Array.isArray(provided)) throw new Error('What the platform exports is not known by name.');
    return provided.map((name) => prefix + name);
  });
  return names.toSorted();
}

/** The scripts that load with the first slice that needs more than the core; complete once the chunks are. */
export function listPlatformFiles({ modules, chunkGraph }: Compilation): string[] {
  // The module itself, and the one it is concatenated into, which alone is in a chunk.
  const chunks = findModules(modules, indexFile).flatMap((module) => [
    ...chunkGraph.getModuleChunksIterable(module),
  ]);
  const files = new Set(chunks.flatMap((chunk) => [...chunk.files]));
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  if (scripts.length === 0) throw new Error('The script that the platform is in is not known.');
  return scripts;
}
