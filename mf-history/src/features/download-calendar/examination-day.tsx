import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Facts, useExamination, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Download } from '../../files/download.tsx';
import { calendarUrl } from '../../history-api.ts';
import { listFacts, toHallFacts } from '../view-application/hall-facts.tsx';

const calendarFile: Word = msg`Calendar file`;

/** Date, time and place of a paid applicant, with a calendar file; empty before they are known. */
export function ExaminationDay({ application }: { application: ApplicationRecord }) {
  const { examination } = useExamination();
  const { rollNumber, centre, examinationDate, reportingTime } = toHallFacts(application, examination);
  const facts = listFacts([rollNumber, centre, examinationDate, reportingTime]);
  if (facts.length === 0) return null;
  return (
    <div className="stack">
      <Facts facts={facts} />
      {examination?.examination_date && (
        <Download
          href={calendarUrl(application.application_id)}
          fileName={`${application.application_id}.ics`}
          word={calendarFile}
          tone="link"
        />
      )}
    </div>
  );
}
