/** '**** **** ' and the last four digits. */
export const maskedAadhaar = (aadhar: string): string => `**** **** ${aadhar.slice(-4)}`;

/** '₹ 100', of whole rupees. */
export const rupees = (amount: number): string => `₹ ${amount.toLocaleString('en-IN')}`;
