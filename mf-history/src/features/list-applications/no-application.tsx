import { Bilingual, ButtonLink, Paragraph, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const none: Word = msg`No application yet`;
const explanation: Word = msg`What you submit in the application form stands here, with its payment and its hall ticket.`;

/** What would be here, and the way to it. */
export function NoApplication() {
  return (
    <div className="stack">
      <p className="lead">
        <Bilingual word={none} />
      </p>
      <Paragraph word={explanation} />
      <ButtonLink to="/#application-form" word={words.applicationForm} tone="main" />
    </div>
  );
}
