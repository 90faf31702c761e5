/** Longer numbers are invalid; a masked shorter one would reveal too much of itself. */
const [SHORTEST, LONGEST] = [8, 20];

/** Upper case, without blanks, hyphens and slashes: one normal form of a number, however it is typed. */
export const normalizeIdentityNumber = (number: string): string =>
  number.replace(/[\s/-]/g, '').toUpperCase();

/** @param number normalized @throws SyntaxError for a pattern that is no regular expression */
export const fitsPattern = (pattern: string, number: string): boolean =>
  number.length >= SHORTEST && number.length <= LONGEST && new RegExp(`^(?:${pattern})$`).test(number);

/** `**** 4567`: the only form in lists, receipts, tickets, events and logs. */
export const maskIdentityNumber = (number: string): string => `**** ${number.slice(-4)}`;
