/**
 * What the shell lends to its remotes at run time, and the versions they ask for.
 * One React, one router, one store: a remote never brings its own.
 */
const versionRanges = {
  react: '^19.3.0',
  'react/jsx-runtime': '^19.3.0',
  'react-dom': '^19.3.0',
  '@archaka/platform': '^0.1.0',
};

const createShared = (overrides: object) =>
  Object.fromEntries(
    Object.entries(versionRanges).map(([name, requiredVersion]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion, ...overrides },
    ]),
  );

/** The shell's side: it brings the packages, in its first chunk. */
export const hostShared = createShared({ eager: true });

/** A remote's side: it takes them from the shell, and has no copy to fall back on. */
export const remoteShared = createShared({ import: false });
