import { useUser } from '@archaka/platform/core';
import { chooseLanguage, Link, useLanguageChoice } from '@archaka/platform/shell';
import { Bilingual, Icon, type Language, useBothTexts, type Word, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Slice } from '../slices/slice.tsx';
import { Emblem } from './emblem.tsx';

export const myDataTitle: Word = msg`My data`;

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
          <ul className="plain">
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

/** Content that a button opens; a navigation, a press beside it, or Escape closes it. */
function useDisclosure() {
  const [isOpen, setIsOpen] = useState(false);
  /** Contains the button and what it opens. */
  const area = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has its own key
  useEffect(() => setIsOpen(false), [key]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      setIsOpen(false);
      button.current?.focus();
    };
    const closeFromOutside = ({ target }: Event) => {
      // A dialog that was opened from here restores the focus itself.
      const isOutside = !area.current?.contains(target as Node) && !(target as Element).closest('dialog');
      if (isOutside) setIsOpen(false);
    };
    document.addEventListener('keydown', closeByKey);
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('keydown', closeByKey);
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, [isOpen]);

  return { isOpen, toggle: () => setIsOpen(!isOpen), area, button };
}
