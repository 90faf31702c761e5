import type { ApplicationId } from '../../../../packages/contracts/src/index.ts';

export const folderOf = (id: ApplicationId) => id;
