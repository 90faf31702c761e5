/** `**** **** 1234`: all that lists, receipts, tickets, events and logs may carry. */
export const maskAadhaar = (aadhaar: string): string => `**** **** ${aadhaar.slice(-4)}`;
