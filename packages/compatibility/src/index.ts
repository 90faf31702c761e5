export { digestOf } from './digest.ts';
export { contractVersions } from './releases/released.ts';
export { sliceContracts } from './slice-contracts.ts';
export { type SliceContracts, speaks } from './speaks.ts';
