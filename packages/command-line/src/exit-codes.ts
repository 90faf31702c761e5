export const exitCodes = {
  /** Also a command whose check found a fault. */
  failure: 1,
  wrongUse: 2,
  /** EX_CONFIG of sysexits.h: a restart with the same environment cannot succeed. */
  configuration: 78,
  interrupted: 130,
} as const;
