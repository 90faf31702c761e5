import type { Running } from '../registry/revision.ts';

/** How a slice stands, in a few words. */
export const standing = ({ version, canary }: Running): string =>
  canary ? `${version}, and ${canary.version} for ${canary.share} %` : version;
