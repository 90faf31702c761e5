import { folderOf } from '../../engines/src/workspace-engines.ts';

export const place = folderOf;
