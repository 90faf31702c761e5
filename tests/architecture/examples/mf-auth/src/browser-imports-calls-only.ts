import { applicationId } from '../../packages/contracts/src/index.ts';

export const id = applicationId;
