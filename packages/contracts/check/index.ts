export { describeSliceContracts, hashCallShape } from './describe-slice-contracts.ts';
export { findUnsupportedCalls, type SliceContracts } from './find-unsupported-calls.ts';
export { checkContracts } from './releases/check-contracts.ts';
export { releaseContracts } from './releases/release-contracts.ts';
export { listContractVersions } from './releases/release-files.ts';
