/** One React, one router, one store: a remote never brings its own. */
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

/** The shell bundles the packages in its first chunk. */
export const hostShared = createShared({ eager: true });

/** A remote has no fallback copy. */
export const remoteShared = createShared({ import: false });
