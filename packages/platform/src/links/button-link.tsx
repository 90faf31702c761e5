import { Bilingual, type Tone, type Word } from '@archaka/web-kit';
import { Link, type LinkProps } from 'react-router-dom';

/** A way to another page that looks like the button it takes the place of. */
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
