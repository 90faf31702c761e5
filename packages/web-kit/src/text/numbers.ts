/** '₹ 100', of whole rupees. */
export const rupees = (amount: number): string => `₹ ${amount.toLocaleString('en-IN')}`;
