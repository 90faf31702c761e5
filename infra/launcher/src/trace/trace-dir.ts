import { join } from 'node:path';

/** Where the parts of a portal started with TRACES leave their spans. */
export const getTraceDir = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'traces');
