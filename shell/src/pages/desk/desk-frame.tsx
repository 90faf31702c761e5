import {
  addCatalogs,
  Bilingual,
  BothLanguagesContext,
  LanguageContext,
  useBothTexts,
  words,
} from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { useEffect } from 'react';
import { Emblem } from '../../frame/emblem.tsx';
import { Messages } from '../../frame/frame.tsx';
import { Slice } from '../../slices/slice.tsx';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const title = msg`Examination desk`;

/** The page of the department's staff: with neither the session nor the menu of an applicant. */
export default function DeskFrame() {
  useEffect(() => {
    document.documentElement.lang = 'en';
    document.documentElement.removeAttribute('data-both-languages');
  }, []);
  return (
    <LanguageContext value="en">
      <BothLanguagesContext value={false}>
        <DeskContent />
      </BothLanguagesContext>
    </LanguageContext>
  );
}

function DeskContent() {
  const bothTexts = useBothTexts();
  return (
    <>
      <title>{bothTexts(title)}</title>
      <header>
        <a className="skip" href="#content">
          <Bilingual word={words.skipToContent} />
        </a>
        <div className="masthead desk-masthead">
          <div className="masthead-inner">
            <span className="masthead-name">
              <Emblem />
              <span className="masthead-words">
                <Bilingual word={title} />
              </span>
            </span>
            <Slice name="mf-desk" small>
              {({ StaffMenu }) => <StaffMenu />}
            </Slice>
          </div>
        </div>
      </header>
      <main className="page desk-page" id="content" tabIndex={-1}>
        <Slice name="mf-desk">{({ Desk }) => <Desk />}</Slice>
      </main>
      <Messages />
    </>
  );
}
