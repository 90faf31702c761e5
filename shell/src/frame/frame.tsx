import { examinationName, sendNotice, useExamination, useNotice, useUser } from '@archaka/platform/core';
import {
  checkNetwork,
  clearExplanation,
  closeAlert,
  isHelperMode,
  Link,
  type PortalState,
  useOffline,
} from '@archaka/platform/shell';
import {
  AlertPopup,
  Bilingual,
  Button,
  Dialog,
  Icon,
  LoaderOverlay,
  Paragraph,
  Sentence,
  StartupLoader,
  Telephones,
  ToastRegion,
  useBothTexts,
  type Word,
  words,
} from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Slice } from '../slices/slice.tsx';
import { Masthead } from './masthead.tsx';
import { useHashFocus } from './use-hash-focus.ts';

const department = msg`Endowments Department, Andhra Pradesh`;

const links = [
  { to: '/', word: words.home },
  { to: '/termsandpolicy#terms', word: words.termsAndConditions },
  { to: '/termsandpolicy#privacy', word: words.privacyPolicy },
  { to: '/termsandpolicy#refund', word: words.refundPolicy },
];

const history = { to: '/ticket', word: words.applicationHistory };

function Footer() {
  const user = useUser();
  return (
    <footer className="footer">
      <div className="footer-inner">
        <ul className="plain">
          {(user ? [...links, history] : links).map(({ to, word }) => (
            <li key={to}>
              <Link to={to}>
                <Bilingual word={word} />
              </Link>
            </li>
          ))}
        </ul>
        <p className="hint">
          <Bilingual word={department} />
        </p>
      </div>
    </footer>
  );
}

const call = msg`Still not working? Call:`;

/** What remains of a failure after its toast or popup: until the next success, another page, or a press. */
function Explanation() {
  const { explanation, alert } = useSelector(({ messages }: PortalState) => messages);
  const { pathname, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation dismisses it
  useEffect(clearExplanation, [pathname, hash]);
  const bothTexts = useBothTexts();
  const technical = useExamination().examination?.contacts.technical ?? [];
  const isShown = explanation !== null && !alert;
  const button = explanation?.button;
  // From under the panel, which may cover it.
  useEffect(() => {
    if (isShown) button?.scrollIntoView({ block: 'nearest' });
  }, [isShown, button]);
  const retry = () => {
    clearExplanation();
    button?.click();
  };
  return (
    <div className="notice-bar explanation" role="alert">
      {isShown && (
        <>
          <Icon name="alert" />
          <div>
            <p className="label">
              <Bilingual word={explanation.title} />
            </p>
            <Paragraph word={explanation.text} />
            {technical.length > 0 && (
              <p className="row">
                <Sentence word={call} />
                <Telephones numbers={technical} />
              </p>
            )}
            {button?.isConnected && <Button word={words.retry} onClick={retry} />}
          </div>
          <Button className="dialog-close" onClick={clearExplanation} aria-label={bothTexts(words.close)}>
            <Icon name="close" />
          </Button>
        </>
      )}
    </div>
  );
}

const noNetwork = msg`No network; what you typed is kept`;
const whatWorks = msg`You can go on typing, and read what was opened here before. Saving, paying and signing in need the network.`;

/** Announces politely that there is no network, visible beside any input. */
function OfflineNotice() {
  const isOffline = useOffline();
  const [isChecking, setIsChecking] = useState(false);
  const check = async () => {
    setIsChecking(true);
    await checkNetwork();
    setIsChecking(false);
  };
  return (
    <div className="notice-bar offline-notice" role="status">
      {isOffline && (
        <>
          <Icon name="alert" />
          <details className="more">
            <summary>
              <Bilingual word={noNetwork} />
            </summary>
            <Paragraph word={whatWorks} />
          </details>
          <Button word={words.retry} busy={isChecking} onClick={check} />
        </>
      )}
    </div>
  );
}

/** How long a visit begins with the startup loader (specification, section 9). */
const STARTUP_MS = 1500;

function useStartup(): boolean {
  const [isStarting, setIsStarting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsStarting(false), Math.max(0, STARTUP_MS - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return isStarting;
}

const sessionEnded = msg`Your session has ended. Sign in again and go on from here; nothing you typed is lost.`;

/** Asks to sign in, in place, after a call was rejected for lack of a session. */
function SignInDialog() {
  const [isOpen, setIsOpen] = useState(false);
  useNotice('sign-in-needed', () => setIsOpen(true));
  useNotice('signed-in', () => setIsOpen(false));
  const handleClose = () => {
    setIsOpen(false);
    sendNotice('sign-in-left', undefined);
  };
  return (
    <Dialog open={isOpen} onClose={handleClose} title={words.signIn}>
      <Paragraph word={sessionEnded} />
      <Slice name="mf-auth">{({ SignIn }) => <SignIn place="dialog" />}</Slice>
    </Dialog>
  );
}

export function Messages() {
  const { toasts, alert } = useSelector(({ messages }: PortalState) => messages);
  const busy = useSelector((state: PortalState) => state.busy.calls > 0);
  return (
    <>
      <ToastRegion toasts={toasts} />
      {alert && <AlertPopup title={alert.title} text={alert.text} onClose={closeAlert} />}
      <LoaderOverlay shown={busy} />
    </>
  );
}

export function Frame({ title, children }: { title: Word; children: ReactNode }) {
  const bothTexts = useBothTexts();
  const user = useUser();
  const isStarting = useStartup();
  const programme = examinationName(useExamination().examination);
  useHashFocus();
  return (
    <>
      <title>{`${bothTexts(title)} · ${bothTexts(programme)}`}</title>
      {isStarting && <StartupLoader title={programme} />}
      <Masthead />
      {user && (
        <Slice name="mf-auth" small whenIdle={!isHelperMode()}>
          {({ NextPerson }) => NextPerson && <NextPerson user={user} />}
        </Slice>
      )}
      <main className="page" id="content" tabIndex={-1}>
        <OfflineNotice />
        <Explanation />
        {children}
      </main>
      <Footer />
      <SignInDialog />
      <Messages />
    </>
  );
}
