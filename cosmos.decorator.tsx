import '@archaka/ui/styles.css';
import { chooseLanguage } from '@archaka/platform/shell';
import { BothLanguagesContext, LanguageContext } from '@archaka/ui';
import { type ReactNode, useEffect } from 'react';
import { useFixtureSelect } from 'react-cosmos/client';

const choices = {
  Telugu: { language: 'te', both: false },
  English: { language: 'en', both: false },
  'Telugu, then English': { language: 'te', both: true },
  'English, then Telugu': { language: 'en', both: true },
} as const;

/** The page of every fixture, in the language that is selected there. */
export default function Page({ children }: { children: ReactNode }) {
  const [name] = useFixtureSelect('language', {
    options: Object.keys(choices) as (keyof typeof choices)[],
    defaultValue: 'Telugu',
  });
  const { language, both } = choices[name];
  useEffect(() => {
    chooseLanguage({ language, both });
    document.documentElement.lang = language;
    document.documentElement.toggleAttribute('data-both-languages', both);
  }, [language, both]);
  return (
    <LanguageContext value={language}>
      <BothLanguagesContext value={both}>
        <main className="page">{children}</main>
      </BothLanguagesContext>
    </LanguageContext>
  );
}
