import {
  ButtonLink,
  tryAgain,
  type UpdateApplicationProps,
  useExamination,
  useUser,
} from '@archaka/platform/core';
import { Bilingual, Message, Paragraph, Skeleton, Telephones, type Word, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { myDataTitle } from '../frame/masthead.tsx';
import { focusHash } from '../frame/use-hash-focus.ts';
import { Slice, SliceBoundary, SliceFailed } from '../slices/slice.tsx';
import { Home, Login } from './home/home.tsx';

interface LazyPageProps {
  load: () => Promise<{ default: ComponentType }>;
}

/** A page whose code and words are loaded when it is opened. */
function LazyPage({ load }: LazyPageProps) {
  const [isMounted, setIsMounted] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => setIsMounted(true), []);
  // A lazy component caches its failure: each attempt creates another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const Page = useMemo(() => lazy(load), [load, tries]);
  const renderAgain = () => setTries((count) => count + 1);
  const reload = () =>
    load().then(
      () => {
        renderAgain();
        return true;
      },
      () => false,
    );
  const placeholder = <Skeleton lines={8} />;
  // The server's page cannot wait for it.
  if (!isMounted) return placeholder;
  return (
    <SliceBoundary
      source={Page}
      fallback={<SliceFailed small={false} onRetry={reload} />}
      onError={() => tryAgain(reload)}
    >
      <Suspense fallback={placeholder}>
        <Page />
        <HashFocus />
      </Suspense>
    </SliceBoundary>
  );
}

function HashFocus() {
  useEffect(() => {
    if (location.hash) focusHash(location.hash, 'instant');
  }, []);
  return null;
}

const notFoundTitle = msg`There is no such page`;
const notFoundExplanation = msg`The address may have been typed wrongly, or the page has moved. Nothing of yours is lost.`;
const findHelp = msg`Whom to call`;

function NotFound() {
  const user = useUser();
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={notFoundTitle} />
      </h1>
      <Paragraph word={notFoundExplanation} />
      <div className="row">
        <ButtonLink to="/" word={words.home} tone="main" />
        {user && <ButtonLink to="/ticket" word={words.applicationHistory} />}
        <ButtonLink to="/#help" word={findHelp} />
      </div>
    </div>
  );
}

interface ProtectedPageProps {
  title: Word;
  children: ReactNode;
  /** Shown below the sign-in request. */
  visitor?: ReactNode;
}

/** A page that needs a session: a visitor is asked to sign in in its place. */
function ProtectedPage({ title, children, visitor }: ProtectedPageProps) {
  const user = useUser();
  return (
    <div className={user ? 'stack page-wide' : 'stack'}>
      <h1 className="title">
        <Bilingual word={title} />
      </h1>
      {user ? (
        children
      ) : (
        <>
          <p>
            <Message of="Please Login" />
          </p>
          <Login />
          {visitor}
        </>
      )}
    </div>
  );
}

const readyTitle: Word = msg`Am I ready?`;

function Ready() {
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={readyTitle} />
      </h1>
      <Slice name="mf-application">{({ CheckReadiness }) => <CheckReadiness />}</Slice>
    </div>
  );
}

const MyData = () => <Slice name="mf-auth">{({ loadMyData }) => <LazyPage load={loadMyData} />}</Slice>;

const VisitorData = () => (
  <Slice name="mf-auth" small>
    {({ loadVisitorData }) => <LazyPage load={loadVisitorData} />}
  </Slice>
);

const loadDesk = () => import('./desk/desk-frame.tsx');

/** Every address of the department's desk, which mf-desk reads itself. */
export const isDeskPath = (pathname: string): boolean => /^\/desk(\/|$)/.test(pathname);

export const DeskPage = () => <LazyPage load={loadDesk} />;

const loadPolicy = () => import('./policy/policy.tsx');

interface Page {
  readonly path: string;
  readonly title: Word;
  readonly element: ReactNode;
}

const InjectedUpdate = (props: UpdateApplicationProps) => (
  <Slice name="mf-application">{({ UpdateApplication }) => <UpdateApplication {...props} />}</Slice>
);

const verifyTitle = msg`Check a hall ticket`;
const explanation = msg`Point a phone's camera at the QR code on the printed hall ticket. It opens this address with the ticket's own code, and the page says whether the ticket is genuine and current, and shows its photo.`;
const noTyping = msg`There is nothing to type: the code is too long for it. If it cannot be read, call the office and read out the application ID below the code.`;
const openScanner = msg`Scanner for examination halls`;

/** The address of a ticket's code without the code. */
function Verify() {
  const contacts = useExamination().examination?.contacts;
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={verifyTitle} />
      </h1>
      <div className="stack">
        <Paragraph word={explanation} />
        <Paragraph word={noTyping} />
        {contacts && (
          <p>
            <Telephones numbers={[contacts.office]} />
          </p>
        )}
      </div>
      <div className="row">
        {/* A page of svc-ticket. */}
        <a className="button button-plain" href="/scan">
          <Bilingual word={openScanner} />
        </a>
        <ButtonLink to="/" word={words.home} tone="link" />
      </div>
    </div>
  );
}

/** Every page of the portal, and the slice that fills it. */
const pages: readonly Page[] = [
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
  {
    path: '/my-data',
    title: myDataTitle,
    element: (
      <ProtectedPage title={myDataTitle} visitor={<VisitorData />}>
        <MyData />
      </ProtectedPage>
    ),
  },
  { path: '/ready', title: readyTitle, element: <Ready /> },
  { path: '/termsandpolicy', title: words.privacyPolicy, element: <LazyPage load={loadPolicy} /> },
  { path: '/verify', title: verifyTitle, element: <Verify /> },
];

const notFound = { title: msg`Not found`, element: <NotFound /> };

export const findPage = (pathname: string): Omit<Page, 'path'> =>
  pages.find(({ path }) => path === pathname) ?? notFound;
