export const conflictMessages = {
  420: 'Already Application registered this Mobile Number',
  421: 'Already Application registered with this Aadhar',
} as const;

/** The forms' messages for 421 when another paper replaces the Aadhaar number. */
export const identityPaperConflict = 'Already Application registered with this Identity Paper';
