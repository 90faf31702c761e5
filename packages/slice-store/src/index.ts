export { getBuild } from './build/find-build.ts';
export { publish } from './build/publish.ts';
export {
  fileKey,
  fileName,
  firstFiles,
  type SliceBuild,
  sliceName,
  sliceVersion,
} from './build/slice-build.ts';
export type { PortalAddresses } from './portal/running-portal.ts';
export { untilShown } from './portal/until-shown.ts';
export { Refusal } from './refusal.ts';
export { askForChange } from './registry/ask-for-change.ts';
export { changeRegistry } from './registry/change-registry.ts';
export { faultsOfStore } from './registry/faults-of-store.ts';
export { findRevision } from './registry/log.ts';
export { newestReadable } from './registry/newest-readable.ts';
export type { Revision } from './registry/revision.ts';
export { canary, deploy, promote, rollback } from './registry/steps.ts';
export { assertSigned } from './signature/assert-signed.ts';
export { signDeployed } from './signature/sign-deployed.ts';
export {
  makeSliceKey,
  publicSliceKey,
  type SliceKey,
  type SliceSigningKey,
  sliceKeySet,
} from './signature/slice-key.ts';
export { mediaTypeOf } from './store/media-types.ts';
export { openStore } from './store/open-store.ts';
export type { SliceStore } from './store/slice-store.ts';
