import type { BilingualText } from '@archaka/contracts/calls';
import { selectCode } from '../code/parse-address.ts';
import { scanMessages } from '../verification/scan-result.ts';

export type Announce = (...sentences: readonly BilingualText[]) => void;

export const LOOKING: BilingualText = { te: 'కోడ్ కోసం చూస్తున్నాం…', en: 'Looking for a code…' };

/** After so many reads in a row without a code, nothing is in view any more. */
const RESET_AFTER = 10;

interface CodeHandlerDependencies {
  readonly origin: string;
  readonly checkCode: (text: string) => void;
  readonly announce: Announce;
}

/**
 * Takes the texts of one read of the camera. A ticket that still lies under the camera is not verified
 * again, however long its result was shown: reads are counted, and none are made meanwhile.
 */
export function createCodeHandler({
  origin,
  checkCode,
  announce,
}: CodeHandlerDependencies): (texts: readonly string[]) => void {
  let handled: string | undefined;
  let emptyReads = 0;

  const onEmptyRead = () => {
    emptyReads += 1;
    if (emptyReads < RESET_AFTER) return;
    handled = undefined;
    announce(LOOKING);
  };
  return (texts) => {
    const selected = selectCode(texts, origin);
    if (selected === 'none') return onEmptyRead();
    emptyReads = 0;
    if (selected === 'several') return announce(scanMessages.several.result);
    if (!selected.isTicket) return announce(scanMessages['not-ours'].result);
    if (selected.text === handled) return;
    handled = selected.text;
    checkCode(selected.text);
  };
}
