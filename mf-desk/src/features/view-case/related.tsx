import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Section } from '../../desk-section.tsx';
import { CaseLink } from '../../page-links.tsx';

const title: Word = msg`Other applications of this mobile number`;

export function Related({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Section title={title} className="">
      <ul className="plain">
        {ids.map((id) => (
          <li key={id}>
            <CaseLink id={id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
