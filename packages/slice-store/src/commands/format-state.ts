import type { SliceState } from '../registry/revision.ts';

export const formatState = ({ version, canary }: SliceState): string =>
  canary ? `${version}, and ${canary.version} for ${canary.share} %` : version;
