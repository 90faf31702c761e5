import { chooseLanguage, useChosenLanguage } from '@archaka/platform/shell';
import type { Language } from '@archaka/web-kit';

const names: Readonly<Record<Language, string>> = { te: 'తెలుగు', en: 'English' };

/** Leads to the other language, in the words of that language. */
export function LanguageSwitch() {
  const other = useChosenLanguage() === 'te' ? 'en' : 'te';
  return (
    <button
      type="button"
      className="button language-switch"
      lang={other}
      onClick={() => chooseLanguage(other)}
    >
      {names[other]}
    </button>
  );
}
