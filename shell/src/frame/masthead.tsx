import { useUser } from '@archaka/platform';
import { chooseLanguage, useChosenLanguage } from '@archaka/platform/shell';
import { Bilingual, type Language, useBothTexts, type Word, words } from '@archaka/web-kit';
import { Link, useLocation } from 'react-router-dom';
import { Slice } from '../slices/slice.tsx';

function MenuLink({ to, word }: { to: string; word: Word }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link className="menu-link" to={to} aria-current={to === pathname && to !== '/' ? 'page' : undefined}>
        <Bilingual word={word} />
      </Link>
    </li>
  );
}

const names: Readonly<Record<Language, string>> = { te: 'తెలుగు', en: 'English' };

function LanguageSwitch() {
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

export function Masthead() {
  const user = useUser();
  const bothTexts = useBothTexts();
  return (
    <header className="masthead">
      <a className="skip" href="#content">
        <Bilingual word={words.skipToContent} />
      </a>
      <div className="masthead-inner">
        <Link className="masthead-name" to="/">
          <Bilingual word={words.portal} />
        </Link>
        <LanguageSwitch />
        <nav className="menu" aria-label={bothTexts(words.menu)}>
          <ul>
            <MenuLink to="/" word={words.home} />
            <MenuLink to="/#application-form" word={words.applicationForm} />
            <MenuLink to="/#about" word={words.about} />
            {user && <MenuLink to="/ticket" word={words.applicationHistory} />}
            {!user && <MenuLink to="/#login" word={words.login} />}
          </ul>
          {user && (
            <Slice name="mf-auth" small>
              {({ UserMenu }) => <UserMenu user={user} />}
            </Slice>
          )}
        </nav>
      </div>
    </header>
  );
}
