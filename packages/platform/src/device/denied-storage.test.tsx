import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { showUser, showVisitor } from '../session/session.ts';
import { clearStoredUser, readStoredUser, storeUser } from '../session/user.ts';
import { portalStore } from '../store/portal-store.ts';
import { followUpdates } from '../updates/follow-updates.ts';
import { canReadOffline, clearOfflineData } from './browser-extras.ts';
import { openDeviceCopies } from './open-device.ts';

const user = { id: 'u1', number: '9848022338', name: 'Rama' };
const deny = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const fullStorage = {
  getItem: () => null,
  removeItem: () => undefined,
  clear: () => undefined,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
};
const refusingStorage = { getItem: deny, setItem: deny, removeItem: deny, clear: deny };

const originals = new Map<object, PropertyDescriptorMap>();
function replace(owner: object, name: string, get: () => unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? { value: undefined, configurable: true };
  originals.set(owner, { ...originals.get(owner), [name]: descriptor });
  Object.defineProperty(owner, name, { configurable: true, get });
}
const opened: string[] = [];
beforeEach(() => {
  opened.length = 0;
  class FakeEventSource extends EventTarget {
    static readonly CLOSED = 2;
    readonly close = () => undefined;
    constructor(url: string) {
      super();
      opened.push(url);
    }
  }
  Object.assign(globalThis, { EventSource: FakeEventSource });
});
afterEach(() => {
  for (const [owner, descriptors] of originals) Object.defineProperties(owner, descriptors);
  originals.clear();
  jest.restoreAllMocks();
  clearStoredUser();
});

test.each([
  ['null', () => null],
  ['denied', deny],
  ['full', () => fullStorage],
  ['refusing each call', () => refusingStorage],
])('signs in and out for this page while localStorage is %s', (_how, get) => {
  replace(globalThis, 'localStorage', get);

  showUser(user);
  expect(portalStore.getState().user.user).toEqual(user);
  expect(readStoredUser()).toEqual(user);
  showVisitor();
  expect(portalStore.getState().user.user).toBeNull();
  expect(readStoredUser()).toBeUndefined();
});

test('a user who no longer fits in a full storage replaces the earlier one', () => {
  storeUser({ id: 'u0', number: '9000000000', name: 'Sita' });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(fullStorage.setItem);
  storeUser(user);
  expect(readStoredUser()).toEqual(user);
});

test.each([
  ['null', () => null],
  ['denied', deny],
])('starts and ends sessions while IndexedDB is %s', async (_how, get) => {
  replace(globalThis, 'indexedDB', get);
  expect(() => clearOfflineData()).not.toThrow();
  expect(canReadOffline()).toBe(false);
  expect(await openDeviceCopies()).toBeUndefined();
});

test('ends a session while the browser refuses to delete a database', () => {
  replace(globalThis, 'indexedDB', () => ({ deleteDatabase: deny }));
  expect(() => clearOfflineData()).not.toThrow();
});

test.each([
  ['missing', () => undefined],
  ['denied', deny],
  ['refused', () => ({ request: () => Promise.reject(new DOMException('denied', 'SecurityError')) })],
])('follows updates in each tab while Web Locks are %s', async (_how, get) => {
  replace(navigator, 'locks', get);
  const stop = followUpdates();
  await Promise.resolve().then(() => undefined);
  expect(opened).toEqual(['/api/updates']);
  stop();
});
