export { type SliceContracts, speaks } from './speaks.ts';
