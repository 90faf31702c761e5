import { ButtonLink } from '@archaka/platform';
import { Bilingual, Paragraph, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

const title = msg`There is no such page`;
const why = msg`Check the address, or go to the home page.`;

export function NotFound() {
  return (
    <div className="stack">
      <h1>
        <Bilingual word={title} />
      </h1>
      <Paragraph word={why} />
      <div className="row">
        <ButtonLink to="/" word={words.home} tone="main" />
      </div>
    </div>
  );
}
