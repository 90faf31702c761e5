/** `**** **** 1234`: all that lists, receipts, tickets, events and logs may carry. */
export const maskAadhaar = (aadhaar: string): string => `**** **** ${aadhaar.slice(-4)}`;

/** Products in the dihedral group of order ten, which the scheme calculates in. */
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
/** What becomes of a digit, by its place from the right. */
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

/**
 * Whether the last digit of an Aadhaar fits the others by Verhoeff's scheme, as the Unique Identification
 * Authority gives them. It finds every wrong digit and every two neighbours changed about; it says nothing
 * about whether the number was ever given out.
 * @param aadhaar digits only
 */
export function hasValidCheckDigit(aadhaar: string): boolean {
  const sum = [...aadhaar].reverse().reduce((checksum, digit, position) => {
    const permutedDigit = PERMUTATIONS[position % PERMUTATIONS.length]?.[Number(digit)];
    return Number(PRODUCTS[checksum]?.[Number(permutedDigit)]);
  }, 0);
  return sum === 0;
}
