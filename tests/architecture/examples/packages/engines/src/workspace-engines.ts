import type { ApplicationId } from '../../contracts/src/index.ts';

export const folderOf = (id: ApplicationId) => id;
