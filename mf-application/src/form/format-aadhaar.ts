/** 1234 1234 1234, as on the card. */
export const formatAadhaar = (aadhaar: string): string => aadhaar.replace(/\d{4}(?=\d)/g, '$& ');
