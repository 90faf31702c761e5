/** Some of the banks of https://razorpay.com/docs/payments/payment-methods/netbanking */
export const banks = [
  { code: 'SBIN', name: 'State Bank of India' },
  { code: 'UBIN', name: 'Union Bank of India' },
  { code: 'CNRB', name: 'Canara Bank' },
  { code: 'IOBA', name: 'Indian Overseas Bank' },
  { code: 'HDFC', name: 'HDFC Bank' },
  { code: 'ICIC', name: 'ICICI Bank' },
  { code: 'UTIB', name: 'Axis Bank' },
  { code: 'KKBK', name: 'Kotak Mahindra Bank' },
] as const;

/** By the first digits of a card's number. */
export function getNetwork(digits: string): string {
  if (/^4/.test(digits)) return 'Visa';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'MasterCard';
  if (/^(60|65|81|82|508)/.test(digits)) return 'RuPay';
  if (/^3[47]/.test(digits)) return 'American Express';
  if (/^3[0689]/.test(digits)) return 'Diners Club';
  return 'Unknown';
}

/** The check digit at the end of every card number (ISO/IEC 7812-1, annex B). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    if (place % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
