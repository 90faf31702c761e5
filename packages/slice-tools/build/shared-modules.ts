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
