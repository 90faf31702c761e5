import { Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { CaseLink } from '../../case-link.tsx';

const title: Word = msg`Other applications of this mobile number`;

export function Related({ ids }: { ids: readonly string[] }) {
  const titleId = useId();
  if (ids.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Sentence word={title} />
      </h2>
      <ul className="plain">
        {ids.map((id) => (
          <li key={id}>
            <CaseLink id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}
