import { StartupLoader, useBothTexts, type Word, words } from '@archaka/web-kit';
import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Masthead } from './masthead.tsx';
import { Messages } from './messages.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useArrival } from './use-arrival.ts';
import { useStartup } from './use-startup.ts';

/** What is around every page. */
export function Frame({ title, children }: { title: Word; children: ReactNode }) {
  const bothTexts = useBothTexts();
  const starting = useStartup();
  useArrival();
  return (
    <>
      <title>{`${bothTexts(title)} · ${bothTexts(words.portal)}`}</title>
      {starting && <StartupLoader />}
      <Masthead />
      <main className="page" id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <SignInDialog />
      <Messages />
    </>
  );
}
