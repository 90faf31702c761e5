import type { UpdateApplicationProps } from '@archaka/platform';
import { type Word, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Slice } from '../slices/slice.tsx';
import { Home } from './home/home.tsx';
import { LazyPage } from './lazy-page.tsx';
import { NotFound } from './not-found.tsx';
import { ProtectedPage } from './protected-page.tsx';
import { Ready, readyTitle } from './ready.tsx';

const loadPolicy = () => import('./policy/policy.tsx');

interface Page {
  readonly path: string;
  readonly title: Word;
  readonly element: ReactNode;
}

/** The dialog of mf-application, lent to mf-history. */
const InjectedUpdate = (props: UpdateApplicationProps) => (
  <Slice name="mf-application">{({ UpdateApplication }) => <UpdateApplication {...props} />}</Slice>
);

/** Every page of the portal, and which slice fills it. */
export const pages: readonly Page[] = [
  { path: '/', title: words.home, element: <Home /> },
  {
    path: '/ticket',
    title: words.applicationHistory,
    element: (
      <ProtectedPage title={words.applicationHistory}>
        <Slice name="mf-history">{({ History }) => <History UpdateApplication={InjectedUpdate} />}</Slice>
      </ProtectedPage>
    ),
  },
  {
    path: '/paymentstatus',
    title: words.paymentStatus,
    element: (
      <ProtectedPage title={words.paymentStatus}>
        <Slice name="mf-history">{({ PaymentStatus }) => <PaymentStatus />}</Slice>
      </ProtectedPage>
    ),
  },
  { path: '/ready', title: readyTitle, element: <Ready /> },
  { path: '/termsandpolicy', title: words.privacyPolicy, element: <LazyPage load={loadPolicy} /> },
  { path: '*', title: msg`Not found`, element: <NotFound /> },
];
