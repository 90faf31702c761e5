import { Bilingual, Skeleton, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { useVersionsQuery } from '../../history-api.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { VersionItem } from './version-item.tsx';

const title: Word = msg`Changes of this application`;

/** Every version of an application, newest first: what was changed, when. */
export function Versions({ applicationId }: { applicationId: string }) {
  const { data, error, isFetching, refetch } = useVersionsQuery({ application_id: applicationId });
  const titleId = useId();
  return (
    <section className="stack screen-only" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      {!data &&
        (error ? <LoadFailed busy={isFetching} onRetry={refetch} level={3} /> : <Skeleton lines={3} />)}
      <ol className="versions">
        {data?.data?.map((version) => (
          <VersionItem key={version.version} version={version} />
        ))}
      </ol>
    </section>
  );
}
