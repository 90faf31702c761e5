import { storedTexts } from '@archaka/platform/core';

const KEY = 'archaka-erasure-receipt';

/** Shows the state of the erasure on this device after the account is deleted. */
export const erasureReceipt = {
  read: (): string | undefined => storedTexts.read(KEY),
  store: (receipt: string): void => storedTexts.write(KEY, receipt),
};
