import { isNoticeInEffect } from '@archaka/contracts/calls';
import { type PublicExamination, portalNow } from '@archaka/platform/core';
import { Banner, dateText, Paragraph, useBothTexts, type Word } from '@archaka/ui';
import { msg } from '@lingui/core/macro';

const title = msg`Notices of the department`;
const noticeOf = (day: string): Word => msg`Notice of ${day}`;

/** Of the department, also on a stored page only while they are in effect. */
export function Notices({ notices = [] }: Pick<PublicExamination, 'notices'>) {
  const bothTexts = useBothTexts();
  const current = notices.filter((notice) => isNoticeInEffect(notice, portalNow()));
  if (current.length === 0) return null;
  return (
    <section className="notices" aria-label={bothTexts(title)}>
      {current.map(({ id, text, text_te, from }) => (
        <Banner key={id} tone="info" title={noticeOf(dateText(from))} level={2}>
          <Paragraph word={{ te: text_te, en: text }} />
        </Banner>
      ))}
    </section>
  );
}
