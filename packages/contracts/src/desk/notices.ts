import * as z from 'zod';
import { id, instant } from '../fields.ts';
import { MAX_NOTICE } from '../rules/texts.ts';
import { revisionFields } from './revision.ts';

const text = z.string().trim().min(1).max(MAX_NOTICE);

/** Plain text in both languages; `until` is the first instant without it. */
export const noticeContent = z.object({ text, text_te: text, from: instant, until: instant });
export type NoticeContent = z.infer<typeof noticeContent>;

/** As applicants read it. */
export const publicNotice = noticeContent.extend({ id });
export type PublicNotice = z.infer<typeof publicNotice>;

export const noticeRevision = noticeContent.extend(revisionFields.shape);
export type NoticeRevision = z.infer<typeof noticeRevision>;

export const deskNotice = z.object({
  id,
  /** Newest first, at most 50. */
  revisions: z.array(noticeRevision).min(1),
  /** Of the caller; another person publishes it. */
  is_own_proposal: z.boolean(),
});
export type DeskNotice = z.infer<typeof deskNotice>;
