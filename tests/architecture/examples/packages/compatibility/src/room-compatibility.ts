import { folderOf } from '../../engines/src/room-engines.ts';

export const place = folderOf;
