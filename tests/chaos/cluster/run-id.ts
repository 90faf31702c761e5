/** Says inside that we are in namespaces of our own. */
export const RUN_VARIABLE = 'CHAOS_RUN';

/** Names what is seen from outside: the pid there of who made the namespaces. */
export const getRunId = (): string => process.env[RUN_VARIABLE] ?? '0';

/** Whether this process runs in namespaces that were made for it. */
export const isInside = (): boolean => process.env[RUN_VARIABLE] !== undefined;
