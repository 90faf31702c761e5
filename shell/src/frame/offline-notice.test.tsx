import '../locales/catalogs.ts';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { OfflineNotice } from './offline-notice.tsx';

function setNetwork(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
  act(() => void dispatchEvent(new Event(onLine ? 'online' : 'offline')));
}

afterEach(() => {
  setNetwork(true);
  cleanup();
});

test('announces the lack of a network politely while it lasts', () => {
  render(<OfflineNotice />, { wrapper: PortalFrame });
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  setNetwork(false);
  expect(region.textContent).toContain('No network; what you typed is kept');
  setNetwork(true);
  expect(region.textContent).toBe('');
});
