import { Bilingual, type Tone, type Word } from '@archaka/ui';
import { Link, type LinkProps } from './link.tsx';

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
