import type { PublicExamination } from '@archaka/platform/core';
import { Bilingual, dateText, Facts } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

const title = msg`Key dates`;
const opens = msg`Applications open`;
const closes = msg`Last date to apply`;
const edits = msg`Last date to edit`;

export const Dates = ({ examination }: { examination: PublicExamination }) => (
  <section className="section dates" id="dates" tabIndex={-1} aria-labelledby="dates-title">
    <h2 id="dates-title">
      <Bilingual word={title} />
    </h2>
    <Facts
      facts={[
        { label: opens, value: dateText(examination.opens) },
        { label: closes, value: dateText(examination.closes) },
        { label: edits, value: dateText(examination.edit_until) },
      ]}
    />
  </section>
);
