import type { Sentence } from '@archaka/contracts';
import { NoCamera } from '../camera/camera.ts';
import { watch } from '../camera/watch.ts';
import { IN_ITS_PLACE, troubleWords } from '../camera/words.ts';
import { inView } from '../code/in-view.ts';
import { openReader } from '../code/open-reader.ts';
import { seenBefore } from '../code/seen-before.ts';
import { findingWords } from '../verdict/words.ts';
import { cameraView } from './camera-view.ts';
import { element } from './dom.ts';
import { sayOnce } from './say-once.ts';

const LOOKING: Sentence = { te: 'కోడ్ కోసం చూస్తున్నాం…', en: 'Looking for a code…' };
const STOPPED: Sentence = { te: 'కెమెరా ఆగింది.', en: 'The camera has stopped.' };
/** So many looks without a code, and what was said of the last one is taken back. */
const FORGET_AFTER = 10;

interface Doors {
  readonly origin: string;
  /** Shows what is found of a text. */
  readonly judge: (text: string) => Promise<void>;
  /** Whether a verdict is being read; the camera then waits. */
  readonly isBusy: () => boolean;
}

type Tell = ReturnType<typeof sayOnce>;

/** What becomes of the codes in view: a ticket is judged, of others is said what they are. */
function answerCodes({ origin, judge }: Doors, tell: Tell): (texts: readonly string[]) => void {
  const seen = seenBefore();
  let emptyLooks = 0;
  return (texts) => {
    const found = inView(texts, origin);
    emptyLooks = found === 'none' ? emptyLooks + 1 : 0;
    if (emptyLooks >= FORGET_AFTER) tell(LOOKING);
    if (found === 'none') return;
    if (found === 'several') return tell(findingWords.several.verdict);
    if (!found.isTicket) return tell(findingWords['not-ours'].verdict);
    if (!seen.isStill(found.text)) void judge(found.text).then(() => seen.answer(found.text));
  };
}

/** Scanning with the camera. */
export function scanPanel(doors: Doors): { readonly goOn: () => void } {
  const camera = cameraView();
  const start = element('start', HTMLButtonElement);
  const tell = sayOnce(element('scan-said', HTMLElement));
  const onCodes = answerCodes(doors, tell);

  const open = async () => {
    const signal = await camera.open();
    signal.addEventListener('abort', () => tell(STOPPED));
    tell(LOOKING);
    void watch(camera.video, { reader: await openReader(), onCodes, isBusy: doors.isBusy, signal });
  };
  const failed = (error: unknown) => {
    camera.stop();
    tell(troubleWords[error instanceof NoCamera ? error.why : 'busy'], IN_ITS_PLACE);
  };
  start.addEventListener('click', async () => {
    start.disabled = true;
    await open().catch(failed);
    start.disabled = false;
  });
  return {
    goOn() {
      if (!camera.isOpen()) return start.focus();
      tell(LOOKING);
      camera.goOn();
    },
  };
}
