import { useUser } from '@archaka/platform/core';
import { chooseLanguage, Link, useLanguageChoice } from '@archaka/platform/shell';
import { Bilingual, Button, Icon, type Language, useBothTexts, type Word, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
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

const neverChanges = () => () => undefined;

/** Empty in the page of the server, which does not know it. */
function useUserName(): string {
  const name = useUser()?.name ?? '';
  return useSyncExternalStore(
    neverChanges,
    () => name,
    () => '',
  );
}

export function Masthead() {
  const user = useUser();
  const userName = useUserName();
  const isFirstVisit = useFirstVisit();
  const bothTexts = useBothTexts();
  const { isOpen, toggle, panel, button } = useDisclosure();
  const menuName = bothTexts(words.menu);
  return (
    <header>
      <a className="skip" href="#content">
        <Bilingual word={words.skipToContent} />
      </a>
      <div className="masthead">
        <div className={isOpen ? 'masthead-inner menu-open' : 'masthead-inner'}>
          <Link className="masthead-name" to="/">
            <Emblem />
            <span className="masthead-words">
              <Bilingual word={words.portal} />
            </span>
          </Link>
          <div className="masthead-buttons">
            {!isFirstVisit && <LanguageSwitch />}
            <button
              type="button"
              className={user ? 'button menu-button user-button' : 'button menu-button'}
              ref={button}
              aria-expanded={isOpen}
              aria-controls="menu"
              aria-label={userName ? `${userName} · ${menuName}` : menuName}
              onClick={toggle}
            >
              <Icon name="menu" />
              {user && <span className="user-name">{userName}</span>}
            </button>
          </div>
          <nav className="menu" id="menu" ref={panel} aria-label={menuName}>
            <ul className="plain menu-pages">
              <MenuLink to="/" word={words.home} />
              <MenuLink to="/#application-form" word={words.applicationForm} />
              <MenuLink to="/#about" word={words.about} />
              {user && <MenuLink to="/ticket" word={words.applicationHistory} />}
              {!user && <MenuLink to="/#login" word={words.login} />}
              {!user && !isFirstVisit && (
                <li>
                  <BothLanguagesSwitch />
                </li>
              )}
            </ul>
            {user && (
              <div className="user-menu">
                <p className="user-name">{userName}</p>
                <ul className="plain">
                  <MenuLink to="/my-data" word={myDataTitle} />
                </ul>
                <BothLanguagesSwitch />
                <Slice name="mf-auth" small whenIdle={!isOpen}>
                  {({ UserMenu }) => <UserMenu user={user} />}
                </Slice>
              </div>
            )}
          </nav>
        </div>
      </div>
      {isFirstVisit && <FirstLanguageChoice />}
    </header>
  );
}

/** A panel that a button opens; a choice in it, a navigation, a press beside it, or Escape closes it. */
function useDisclosure() {
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has its own key
  useEffect(() => setIsOpen(false), [key]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const close = () => {
      setIsOpen(false);
      button.current?.focus();
    };
    const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    const closeFromOutside = ({ target }: Event) => {
      const isInside = [panel, button].some(({ current }) => current?.contains(target as Node));
      if (!isInside) setIsOpen(false);
    };
    // Before the choice opens a dialog, which restores the focus to the button when it closes.
    const closeByChoice = ({ target }: Event) => (target as Element).closest('button') && close();
    const closers = [
      [document, 'keydown', closeByKey],
      [document, 'pointerdown', closeFromOutside],
      [document, 'focusin', closeFromOutside],
      [panel.current, 'click', closeByChoice],
    ] as const;
    for (const [target, type, closer] of closers) target?.addEventListener(type, closer as EventListener);
    return () => {
      for (const [target, type, closer] of closers)
        target?.removeEventListener(type, closer as EventListener);
    };
  }, [isOpen]);

  return { isOpen, toggle: () => setIsOpen(!isOpen), panel, button };
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

const question = msg`Which language shall this portal use?`;

function useFirstVisit(): boolean {
  const user = useUser();
  return !useLanguageChoice().isChosen && !user;
}

/** Above the page, which works beside it. Closed, it leaves both languages. */
function FirstLanguageChoice() {
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
function BothLanguagesSwitch() {
  const { language, both } = useLanguageChoice();
  return (
    <Button
      word={both ? oneLanguage[language] : bothLanguages}
      onClick={() => chooseLanguage({ both: !both })}
    />
  );
}
