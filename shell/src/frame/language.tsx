import { useUser } from '@archaka/platform/core';
import { chooseLanguage, useLanguageChoice } from '@archaka/platform/shell';
import { Button, Icon, type Language, useBothTexts, type Word, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';

const names: Readonly<Record<Language, string>> = { te: 'తెలుగు', en: 'English' };

/** Link to the other language, in that language. */
export function LanguageSwitch() {
  const other = useLanguageChoice().language === 'te' ? 'en' : 'te';
  return (
    <button
      type="button"
      className="button language-switch"
      lang={other}
      onClick={() => chooseLanguage({ language: other })}
    >
      {names[other]}
    </button>
  );
}

const question = msg`Which language shall this portal use?`;

export function useFirstVisit(): boolean {
  const user = useUser();
  return !useLanguageChoice().isChosen && !user;
}

/** Above the page, which works beside it. Closed, it leaves both languages. */
export function FirstLanguageChoice() {
  const bothTexts = useBothTexts();
  const choose = (change: Parameters<typeof chooseLanguage>[0]) => {
    chooseLanguage(change);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <section className="first-language" aria-label={bothTexts(question)}>
      <div className="first-language-inner">
        {(['te', 'en'] as const).map((language) => (
          <button
            key={language}
            type="button"
            className="button first-language-button"
            lang={language}
            onClick={() => choose({ language })}
          >
            {names[language]}
          </button>
        ))}
        <Button
          className="dialog-close"
          onClick={() => choose({ both: true })}
          aria-label={bothTexts(words.close)}
        >
          <Icon name="close" />
        </Button>
      </div>
    </section>
  );
}

const oneLanguage: Readonly<Record<Language, Word>> = { te: msg`Telugu only`, en: msg`English only` };
const bothLanguages = msg`Both languages`;

/** The second language everywhere, for who reads both. */
export function BothLanguagesSwitch() {
  const { language, both } = useLanguageChoice();
  return (
    <Button
      word={both ? oneLanguage[language] : bothLanguages}
      onClick={() => chooseLanguage({ both: !both })}
    />
  );
}
