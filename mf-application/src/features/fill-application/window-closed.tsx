import { Banner, dateText, Paragraph, type PublicExamination, phaseOf, Telephones } from '@archaka/platform';
import { useEffect, useRef } from 'react';
import { applicationsTaken, formWords } from '../../words.ts';

interface WindowClosedProps {
  examination: PublicExamination;
  /** What the applicant saved or typed stands below, to be read. */
  readable: boolean;
  /** It took the place of what was pressed. */
  takesFocus: boolean;
}

/** Takes the form's place before the opening and after the closing: when, and whom to call. */
export function WindowClosed({ examination, readable, takesFocus }: WindowClosedProps) {
  const { opens, closes, contacts } = examination;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);
  const early = phaseOf(examination) === 'before';
  return (
    <div ref={place} tabIndex={-1}>
      <Banner tone="warning" title={early ? formWords.notOpenYet : formWords.closed}>
        <Paragraph word={applicationsTaken(dateText(opens), dateText(closes))} />
        {readable && <Paragraph word={formWords.stillReadable} />}
        <Paragraph word={formWords.callForHelp} />
        <p className="row">
          <Telephones numbers={[contacts.office, ...contacts.phones]} />
        </p>
      </Banner>
    </div>
  );
}
