import { Banner, dateText, Paragraph, type PublicExamination, phaseOf, Telephones } from '@archaka/platform';
import { useEffect, useRef } from 'react';
import { applicationPeriodMessage, formMessages } from '../../messages.ts';

interface WindowClosedProps {
  examination: PublicExamination;
  /** Shown below read-only: what the applicant saved or typed. */
  readable: boolean;
  /** It replaces the pressed element and takes its focus. */
  shouldFocus: boolean;
}

export function WindowClosed({ examination, readable, shouldFocus }: WindowClosedProps) {
  const { opens, closes, contacts } = examination;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shouldFocus) container.current?.focus();
  }, [shouldFocus]);
  const isBeforeOpening = phaseOf(examination) === 'before';
  return (
    <div ref={container} tabIndex={-1}>
      <Banner tone="warning" title={isBeforeOpening ? formMessages.notOpenYet : formMessages.closed}>
        <Paragraph word={applicationPeriodMessage(dateText(opens), dateText(closes))} />
        {readable && <Paragraph word={formMessages.stillReadable} />}
        <Paragraph word={formMessages.callForHelp} />
        <p className="row">
          <Telephones numbers={[contacts.office, ...contacts.phones]} />
        </p>
      </Banner>
    </div>
  );
}
