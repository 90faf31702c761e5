/** `**** **** 1234`: the only form in lists, receipts, tickets, events and logs. */
export const maskAadhaar = (aadhaar: string): string => `**** **** ${aadhaar.slice(-4)}`;

/** The dihedral group of order ten. */
const PRODUCTS = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
/** By the digit's position from the right. */
const PERMUTATIONS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Verhoeff's scheme: finds any wrong digit and swapped neighbours. @param aadhaar digits only */
export function hasValidCheckDigit(aadhaar: string): boolean {
  const sum = [...aadhaar].reverse().reduce((checksum, digit, position) => {
    const permutedDigit = PERMUTATIONS[position % PERMUTATIONS.length]?.[Number(digit)];
    return Number(PRODUCTS[checksum]?.[Number(permutedDigit)]);
  }, 0);
  return sum === 0;
}
