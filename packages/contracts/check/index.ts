export { checkContracts, releaseContracts } from './releases/check-contracts.ts';
export { listContractVersions } from './releases/release-files.ts';
export {
  describeSliceContracts,
  findUnsupportedCalls,
  hashCallShape,
  type SliceContracts,
} from './slice-contracts.ts';
