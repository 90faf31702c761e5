export { startTranslator } from '@archaka/ui/testing';

import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { changeState, portalStore } from '../store/portal-store.ts';

/** As in a newly opened page without it. */
export function forgetExamination(): void {
  changeState('examination', { examination: null, status: 'unread' });
}

export function PortalFrame({ at = '/', children }: { at?: string; children: ReactNode }) {
  return (
    <Provider store={portalStore}>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </Provider>
  );
}
