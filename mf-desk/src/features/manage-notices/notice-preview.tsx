import { dateText, textIn, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const noticeOf = (day: string): Word => msg`Notice of ${day}`;

interface NoticePreviewProps {
  notice: { readonly text: string; readonly text_te: string; readonly from: string };
}

/** As applicants read it, in each language of the portal. */
export const NoticePreview = ({ notice: { text, text_te, from } }: NoticePreviewProps) => (
  <div className="notice-preview">
    {[['te', text_te] as const, ['en', text] as const].map(([language, content]) => (
      <div key={language} className="banner banner-info stack" lang={language}>
        <p className="banner-title">{textIn(language, noticeOf(dateText(from)))}</p>
        <p>{content}</p>
      </div>
    ))}
  </div>
);
