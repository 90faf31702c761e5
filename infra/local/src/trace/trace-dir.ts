import { join } from 'node:path';

/** Folder of the spans of a portal started with TRACES. */
export const getTraceDir = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'traces');
