import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { portalStore } from '../store/portal-store.ts';

/** What the shell has around a remote: the store and a router, for a test that renders a part of one. */
export function PortalFrame({ at = '/', children }: { at?: string; children: ReactNode }) {
  return (
    <Provider store={portalStore}>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </Provider>
  );
}
