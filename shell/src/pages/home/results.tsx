import type { PublicExamination } from '@archaka/platform';
import { Bilingual } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

interface ResultsProps {
  results: PublicExamination['results'];
  examTypes: PublicExamination['exam_types'];
}

/** Links to the results of an earlier year, one for each level. */
export function Results({ results: { year, links }, examTypes }: ResultsProps) {
  return (
    <div>
      <h3>
        <Bilingual word={msg`Results ${year}`} />
      </h3>
      <ul>
        {links.map(({ exam_type, url }) => {
          const type = examTypes.find(({ id }) => id === exam_type);
          return (
            <li key={url}>
              <a className="link" href={url} rel="noreferrer">
                <Bilingual word={{ te: type?.name_te ?? year, en: type?.name ?? year }} />
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
