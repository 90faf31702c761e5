import { ButtonLink, useUser } from '@archaka/platform';
import { Bilingual, Paragraph, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

const title = msg`There is no such page`;
const why = msg`The address may have been typed wrongly, or the page has moved. Nothing of yours is lost.`;
const help = msg`Whom to call`;

export function NotFound() {
  const user = useUser();
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={title} />
      </h1>
      <Paragraph word={why} />
      <div className="row">
        <ButtonLink to="/" word={words.home} tone="main" />
        {user && <ButtonLink to="/ticket" word={words.applicationHistory} />}
        <ButtonLink to="/#help" word={help} />
      </div>
    </div>
  );
}
