import type { ApplicationId } from '../../contracts/src/index.ts';

export const nameOf = (id: ApplicationId) => id;
