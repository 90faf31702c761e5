import { Bilingual, type Word } from '@archaka/web-kit';
import { Link, useLocation } from 'react-router-dom';

/** A line of the menu; the page it leads to is marked while it is shown. */
export function MenuLink({ to, word }: { to: string; word: Word }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link className="menu-link" to={to} aria-current={to === pathname && to !== '/' ? 'page' : undefined}>
        <Bilingual word={word} />
      </Link>
    </li>
  );
}
