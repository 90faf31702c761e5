import type { ApplicationId } from '../../../packages/contracts/src/index.ts';

export const receiptOf = (id: ApplicationId) => id;
