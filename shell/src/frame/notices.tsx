import { useExamination } from '@archaka/platform/core';
import { clearExplanation, type PortalState, useOffline } from '@archaka/platform/shell';
import { Bilingual, Button, Icon, Sentence, Telephones, useBothTexts, words } from '@archaka/ui';
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

const noNetwork = msg`No network; what you typed is kept`;
const whatWorks = msg`You can go on typing, and read what was opened here before. Saving, paying and signing in need the network.`;

/** Announces politely that there is no network, visible beside any input. */
export function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <div className="offline-notice" role="status">
      {isOffline && (
        <>
          <Icon name="alert" />
          <div>
            <p className="label">
              <Bilingual word={noNetwork} />
            </p>
            <p>
              <Sentence word={whatWorks} />
            </p>
          </div>
        </>
      )}
    </div>
  );
}
