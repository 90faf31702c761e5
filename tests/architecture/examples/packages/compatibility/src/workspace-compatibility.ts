import { folderOf } from '../../../infra/engines/src/workspace-engines.ts';

export const place = folderOf;
