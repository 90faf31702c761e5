import { Bilingual, words } from '@archaka/web-kit';
import { Link } from 'react-router-dom';

const department = { te: 'దేవాదాయ, ధర్మాదాయ శాఖ, ఆంధ్రప్రదేశ్', en: 'Endowments Department, Andhra Pradesh' };

const links = [
  { to: '/', word: words.home },
  { to: '/termsandpolicy#terms', word: words.termsAndConditions },
  { to: '/termsandpolicy#privacy', word: words.privacyPolicy },
  { to: '/termsandpolicy#refund', word: words.refundPolicy },
];

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-inner">
        <ul>
          {links.map(({ to, word }) => (
            <li key={to}>
              <Link to={to}>
                <Bilingual word={word} />
              </Link>
            </li>
          ))}
        </ul>
        <p className="hint">
          <Bilingual word={department} />
        </p>
      </div>
    </footer>
  );
}
