import { useUser } from '@archaka/platform/core';
import { chooseLanguage, useLanguageChoice } from '@archaka/platform/shell';
import { Bilingual, Button, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { Link } from 'react-router-dom';

const oneLanguage = { te: msg`Telugu only`, en: msg`English only` };
const bothLanguages = msg`Both languages`;

/** Hides or shows the second language, which makes the pages longer. */
function OneLanguageSwitch() {
  const { language, alone } = useLanguageChoice();
  return (
    <div className="row">
      <Button
        word={alone ? bothLanguages : oneLanguage[language]}
        onClick={() => chooseLanguage({ alone: !alone })}
      />
    </div>
  );
}

const department = msg`Endowments Department, Andhra Pradesh`;

const links = [
  { to: '/', word: words.home },
  { to: '/termsandpolicy#terms', word: words.termsAndConditions },
  { to: '/termsandpolicy#privacy', word: words.privacyPolicy },
  { to: '/termsandpolicy#refund', word: words.refundPolicy },
];

const history = { to: '/ticket', word: words.applicationHistory };

export function Footer() {
  const user = useUser();
  return (
    <footer className="footer">
      <div className="footer-inner">
        <ul>
          {(user ? [...links, history] : links).map(({ to, word }) => (
            <li key={to}>
              <Link to={to}>
                <Bilingual word={word} />
              </Link>
            </li>
          ))}
        </ul>
        <OneLanguageSwitch />
        <p className="hint">
          <Bilingual word={department} />
        </p>
      </div>
    </footer>
  );
}
