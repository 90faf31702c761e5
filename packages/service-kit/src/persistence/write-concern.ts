/** For a write that may be lost at a failover, because it is then repeated or was not needed. Say there which. */
export const PRIMARY_ONLY = { writeConcern: { w: 1 } } as const;
