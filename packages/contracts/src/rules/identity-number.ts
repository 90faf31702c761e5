/** Longer numbers are none; a shorter one would show too much of itself when it is masked. */
const [SHORTEST, LONGEST] = [8, 20];

/** Upper case, without blanks, hyphens and slashes: a paper has one number, however it is typed. */
export const normalizeIdentityNumber = (number: string): string =>
  number.replace(/[\s/-]/g, '').toUpperCase();

/** @param number normalized @throws SyntaxError for a pattern that is no regular expression */
export const fitsPattern = (pattern: string, number: string): boolean =>
  number.length >= SHORTEST && number.length <= LONGEST && new RegExp(`^(?:${pattern})$`).test(number);

/** `**** 4567`: the only form in lists, receipts, tickets, events and logs. */
export const maskIdentityNumber = (number: string): string => `**** ${number.slice(-4)}`;
