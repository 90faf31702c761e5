export const conflictMessages = {
  420: 'Already Application registered this Mobile Number',
  421: 'Already Application registered with this Aadhar',
} as const;

/** What forms say of 421 where another paper stands in place of the Aadhaar number. */
export const identityPaperConflict = 'Already Application registered with this Identity Paper';
