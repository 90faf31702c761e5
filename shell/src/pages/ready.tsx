import { Bilingual, type Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { Slice } from '../slices/slice.tsx';

export const readyTitle: Word = msg`Am I ready?`;

/** What an applicant needs, and whether the photo and papers will do: for visitors too. */
export function Ready() {
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={readyTitle} />
      </h1>
      <Slice name="mf-application">{({ CheckReadiness }) => <CheckReadiness />}</Slice>
    </div>
  );
}
