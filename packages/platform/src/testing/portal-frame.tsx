import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { portalStore } from '../store/portal-store.ts';

export function PortalFrame({ at = '/', children }: { at?: string; children: ReactNode }) {
  return (
    <Provider store={portalStore}>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </Provider>
  );
}
