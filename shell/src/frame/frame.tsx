import { examinationName, useExamination } from '@archaka/platform';
import { StartupLoader, useBothTexts, type Word } from '@archaka/web-kit';
import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Masthead } from './masthead.tsx';
import { Messages } from './messages.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useHashFocus } from './use-hash-focus.ts';
import { useStartup } from './use-startup.ts';

/** What is around every page. */
export function Frame({ title, children }: { title: Word; children: ReactNode }) {
  const bothTexts = useBothTexts();
  const isStarting = useStartup();
  const programme = examinationName(useExamination().examination);
  useHashFocus();
  return (
    <>
      <title>{`${bothTexts(title)} · ${bothTexts(programme)}`}</title>
      {isStarting && <StartupLoader title={programme} />}
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
