/** `svc-payment` for `svc-payment` and for its replacement `svc-payment.2`. */
export const toKeyOwner = (kid: string): string => kid.split('.', 1)[0] ?? kid;
