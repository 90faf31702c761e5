const KEY = 'archaka-erasure-receipt';

/** Shows the state of the erasure on this device after the account is deleted. */
export const erasureReceipt = {
  read: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  store: (receipt: string): void => localStorage.setItem(KEY, receipt),
};
