/** Due at once, regardless of the machine's clock. */
export const DUE_NOW = new Date(0);

/** By the database's clock, since the clocks of instances differ. */
export const fromNow = (ms: number | string) => ({ $add: ['$$NOW', ms] });
