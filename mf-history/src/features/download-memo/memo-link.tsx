import type { MemoProps, Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Download } from '../../files/download.tsx';
import { memoUrl } from '../../history-api.ts';

const downloadMemo: Word = msg`Download the memo`;

/** Of a published result. */
export const MemoLink = ({ application: { application_id } }: MemoProps) => (
  <Download
    href={memoUrl(application_id)}
    fileName={`${application_id}-memo.pdf`}
    word={downloadMemo}
    tone="main"
  />
);
