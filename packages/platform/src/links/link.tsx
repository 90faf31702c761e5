import { Bilingual, type Tone, type Word } from '@archaka/ui';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the portal, with its query and hash. */
  readonly to: string;
}

const opensElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey;

/** Changes the page without loading it. The router's own link is for nested routes: 5 KB more in every page. */
export function Link({ to, onClick, ...attributes }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    // As browsers do for the present address.
    void navigate(to, { replace: new URL(to, location.href).href === location.href });
  };
  return <a {...attributes} href={to} onClick={follow} />;
}

export function ButtonLink({
  word,
  tone = 'plain',
  ...link
}: Omit<LinkProps, 'className' | 'children'> & { word: Word; tone?: Tone }) {
  return (
    <Link {...link} className={`button button-${tone}`}>
      <Bilingual word={word} />
    </Link>
  );
}
