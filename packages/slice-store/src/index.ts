export { CommandError } from '@archaka/service-kit/command-line';
export { getBuild } from './build/get-build.ts';
export { publish } from './build/publish.ts';
export {
  fileKey,
  fileName,
  listInitialFiles,
  type SliceBuild,
  sliceName,
  sliceVersion,
} from './build/slice-build.ts';
export type { PortalAddresses } from './portal/fetch-running-portal.ts';
export { waitUntilServed } from './portal/wait-until-served.ts';
export { changeRegistry } from './registry/change-registry.ts';
export { findNewestReadable, findRevision } from './registry/log.ts';
export { requestChange } from './registry/request-change.ts';
export type { Revision } from './registry/revision.ts';
export { canary, deploy, promote, rollback } from './registry/transitions.ts';
export { verifyStore } from './registry/verify-store.ts';
export { assertSigned, signDeployed } from './signature/signature.ts';
export {
  createSliceKey,
  type SliceKey,
  type SliceSigningKey,
  sliceKeySet,
  toPublicSliceKey,
} from './signature/slice-key.ts';
export { findMediaType } from './store/media-types.ts';
export { openStore } from './store/open-store.ts';
export type { SliceStore } from './store/slice-store.ts';
