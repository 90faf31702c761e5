import { browserExtras, storedTexts } from '../device/browser-extras.ts';

/** For display only; the session's cookie controls access. */
export interface User {
  readonly id: string;
  readonly number: string;
  readonly name: string;
}

const storageKeys = { id: 'usr_id', number: 'number', name: 'name' } as const;

export function readStoredUser(): User | undefined {
  if (!globalThis.document) return undefined;
  const [id, number, name] = [storageKeys.id, storageKeys.number, storageKeys.name].map(storedTexts.read);
  return id ? { id, number: number ?? '', name: name ?? '' } : undefined;
}

export function storeUser({ id, number, name }: User): void {
  storedTexts.write(storageKeys.id, id);
  storedTexts.write(storageKeys.number, number);
  storedTexts.write(storageKeys.name, name);
}

export const clearStoredUser = (): void => storedTexts.clear();

/** Key in the tab's storage while somebody fills in for others: mf-auth writes it. */
export const HELPER_MODE = 'helper';

/** The shell then loads the helper's bar with the page. */
export const isHelperMode = (): boolean => browserExtras.readTabText(HELPER_MODE) !== undefined;
