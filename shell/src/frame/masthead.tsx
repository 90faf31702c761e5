import { useUser } from '@archaka/platform';
import { Bilingual, useBothTexts, words } from '@archaka/web-kit';
import { Link } from 'react-router-dom';
import { Slice } from '../slices/slice.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MenuLink } from './menu-link.tsx';

/** The name of the portal and the ways through it. */
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
