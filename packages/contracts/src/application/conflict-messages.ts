export const conflictMessages = {
  420: 'Already Application registered this Mobile Number',
  421: 'Already Application registered with this Aadhar',
} as const;
