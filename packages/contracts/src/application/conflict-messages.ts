/** The words when another application holds the mobile number or the Aadhaar. */
export const conflictMessages = {
  420: 'Already Application registered this Mobile Number',
  421: 'Already Application registered with this Aadhar',
} as const;
