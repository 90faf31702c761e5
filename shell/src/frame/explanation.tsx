import { useExamination } from '@archaka/platform/core';
import { clearExplanation, type PortalState } from '@archaka/platform/shell';
import { Bilingual, Button, Icon, Sentence, Telephones, useBothTexts, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';

const call = msg`Still not working? Call:`;

/** What remains of a failure after its toast or popup: until the next success, another page, or a press. */
export function Explanation() {
  const { explanation, alert } = useSelector(({ messages }: PortalState) => messages);
  const { pathname, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation dismisses it
  useEffect(clearExplanation, [pathname, hash]);
  const bothTexts = useBothTexts();
  const technical = useExamination().examination?.contacts.technical ?? [];
  return (
    <div className="explanation" role="alert">
      {explanation && !alert && (
        <>
          <Icon name="alert" />
          <div>
            <p className="label">
              <Bilingual word={explanation.title} />
            </p>
            <p>
              <Sentence word={explanation.text} />
            </p>
            {technical.length > 0 && (
              <p className="row">
                <Sentence word={call} />
                <Telephones numbers={technical} />
              </p>
            )}
          </div>
          <Button className="dialog-close" onClick={clearExplanation} aria-label={bothTexts(words.close)}>
            ✕
          </Button>
        </>
      )}
    </div>
  );
}
