/**
 * The part that a key belongs to, from the key's id: `svc-payment`, or `svc-payment.2` while a key replaces another
 * and both are published.
 */
export const toKeyOwner = (kid: string): string => kid.split('.', 1)[0] ?? kid;
