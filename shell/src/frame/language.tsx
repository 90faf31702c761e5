import { useUser } from '@archaka/platform/core';
import { chooseLanguage, useLanguageChoice } from '@archaka/platform/shell';
import { Button, Icon, type Language, Sentence, useBothTexts, words } from '@archaka/ui';
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

/** At a first visit: above the page, which works beside it. Closed, it leaves Telugu. */
export function FirstLanguageChoice() {
  const user = useUser();
  const { isChosen } = useLanguageChoice();
  const bothTexts = useBothTexts();
  if (user || isChosen) return null;
  const choose = (language: Language) => {
    chooseLanguage({ language });
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
            onClick={() => choose(language)}
          >
            {names[language]}
          </button>
        ))}
        <Button className="dialog-close" onClick={() => choose('te')} aria-label={bothTexts(words.close)}>
          <Icon name="close" />
        </Button>
      </div>
    </section>
  );
}

const showBoth = msg`Show both languages`;
const showOne = msg`Show one language`;

/** The second language everywhere, for who reads both. */
export function BothLanguagesSwitch() {
  const { both } = useLanguageChoice();
  return (
    <button type="button" className="footer-switch" onClick={() => chooseLanguage({ both: !both })}>
      <Sentence word={both ? showOne : showBoth} />
    </button>
  );
}
