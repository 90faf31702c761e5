const parseVersion = (version: string): [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
};

/** Oldest first. */
export const sortVersions = (versions: readonly string[]): string[] =>
  versions.toSorted((one, other) => {
    const [[major, minor], [otherMajor, otherMinor]] = [parseVersion(one), parseVersion(other)];
    return major - otherMajor || minor - otherMinor;
  });

export const isSameMajor = (one: string, other: string): boolean =>
  parseVersion(one)[0] === parseVersion(other)[0];

export function nextVersion(version: string, change: 'minor' | 'major'): string {
  const [major, minor] = parseVersion(version);
  return change === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}
