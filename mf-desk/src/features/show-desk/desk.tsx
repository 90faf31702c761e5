import { Bilingual, Button, examinationName, Paragraph, Skeleton, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { useExaminationQuery } from '../../desk-api.ts';

const title: Word = msg`A new part of the portal`;
const notLoaded: Word = msg`This could not be loaded. Nothing of yours is lost.`;

/** Initial content of a new slice: the name of the examination. */
export function Desk() {
  const { data, isFetching, refetch } = useExaminationQuery(undefined);
  const titleId = useId();
  const examination = data?.data?.[0];
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Bilingual word={title} />
      </h2>
      {examination && <Paragraph word={examinationName(examination)} />}
      {!examination && isFetching && <Skeleton lines={1} />}
      {!examination && !isFetching && (
        <>
          <Paragraph word={notLoaded} />
          <Button word={words.retry} onClick={refetch} />
        </>
      )}
    </section>
  );
}
