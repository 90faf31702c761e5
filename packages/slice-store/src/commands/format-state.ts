import type { SliceState } from '../registry/revision.ts';

/** How a slice stands, in a few words. */
export const formatState = ({ version, canary }: SliceState): string =>
  canary ? `${version}, and ${canary.version} for ${canary.share} %` : version;
