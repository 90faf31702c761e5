import { useUser } from '@archaka/platform/core';
import { chooseLanguage, useLanguageChoice } from '@archaka/platform/shell';
import { Bilingual, Icon, type Language, useBothTexts, type Word, words } from '@archaka/web-kit';
import { Link, useLocation } from 'react-router-dom';
import { myDataTitle } from '../pages/my-data-title.ts';
import { Slice } from '../slices/slice.tsx';
import { Emblem } from './emblem.tsx';
import { useDisclosure } from './use-disclosure.ts';

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

/** Link to the other language, in that language. */
function LanguageSwitch() {
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

export function Masthead() {
  const user = useUser();
  const bothTexts = useBothTexts();
  const { isOpen, toggle, area, button } = useDisclosure();
  return (
    <header className="masthead" ref={area}>
      <a className="skip" href="#content">
        <Bilingual word={words.skipToContent} />
      </a>
      <div className="masthead-inner">
        <Link className="masthead-name" to="/">
          <Emblem />
          <span className="masthead-words">
            <Bilingual word={words.portal} />
          </span>
        </Link>
        <LanguageSwitch />
        <button
          type="button"
          className="button menu-button"
          ref={button}
          aria-expanded={isOpen}
          aria-controls="menu"
          aria-label={bothTexts(words.menu)}
          onClick={toggle}
        >
          <Icon name="menu" />
        </button>
        <nav className={isOpen ? 'menu menu-open' : 'menu'} id="menu" aria-label={bothTexts(words.menu)}>
          <ul>
            <MenuLink to="/" word={words.home} />
            <MenuLink to="/#application-form" word={words.applicationForm} />
            <MenuLink to="/#about" word={words.about} />
            {user && <MenuLink to="/ticket" word={words.applicationHistory} />}
            {user && <MenuLink to="/my-data" word={myDataTitle} />}
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
