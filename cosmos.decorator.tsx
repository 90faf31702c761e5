import '@archaka/ui/styles.css';
import { chooseLanguage } from '@archaka/platform/shell';
import { LanguageContext } from '@archaka/ui';
import { type ReactNode, useEffect } from 'react';
import { useFixtureSelect } from 'react-cosmos/client';

const choices = {
  'Telugu first': { language: 'te', alone: false },
  'English first': { language: 'en', alone: false },
  'Telugu alone': { language: 'te', alone: true },
  'English alone': { language: 'en', alone: true },
} as const;

/** The page of every fixture, in the language that is selected there. */
export default function Page({ children }: { children: ReactNode }) {
  const [name] = useFixtureSelect('language', {
    options: Object.keys(choices) as (keyof typeof choices)[],
    defaultValue: 'Telugu first',
  });
  const { language, alone } = choices[name];
  useEffect(() => {
    chooseLanguage({ language, alone });
    document.documentElement.lang = language;
    document.documentElement.toggleAttribute('data-one-language', alone);
  }, [language, alone]);
  return (
    <LanguageContext value={language}>
      <main className="page">{children}</main>
    </LanguageContext>
  );
}
