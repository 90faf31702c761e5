export { CommandError } from '@archaka/service-kit/command-line';
export { getBuild, publish } from './build/published-build.ts';
export {
  fileKey,
  fileName,
  listInitialFiles,
  type SliceBuild,
  sliceName,
  sliceVersion,
} from './build/slice-build.ts';
export { type PortalAddresses, waitUntilServed } from './portal.ts';
export { changeRegistry, requestChange, verifyStore } from './registry/change-registry.ts';
export { findNewestReadable, findRevision } from './registry/log.ts';
export type { Revision } from './registry/revision.ts';
export { canary, deploy, promote, rollback } from './registry/transitions.ts';
export {
  assertSigned,
  createSliceKey,
  type SliceKey,
  type SliceSigningKey,
  signDeployed,
  sliceKeySet,
  toPublicSliceKey,
} from './signature.ts';
export { findMediaType, openStore, type SliceStore } from './store.ts';
