/** Set in the processes inside the run's own namespaces. */
export const RUN_VARIABLE = 'CHAOS_RUN';

/** Part of names that are visible outside: the outer pid of the process that created the namespaces. */
export const getRunId = (): string => process.env[RUN_VARIABLE] ?? '0';

/** Whether this process runs in the run's own namespaces. */
export const isInside = (): boolean => process.env[RUN_VARIABLE] !== undefined;
