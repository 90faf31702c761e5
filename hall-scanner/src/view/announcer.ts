import type { BilingualText } from '@archaka/contracts';
import { setText } from './dom.ts';

/** Says something when it differs from what was said last: a screen reader reads each time aloud. */
export function createAnnouncer(target: Element): (...sentences: readonly BilingualText[]) => void {
  let lastText = '';
  return (...sentences) => {
    const text = sentences.map(({ en }) => en).join(' ');
    if (text !== lastText) setText(target, ...sentences);
    lastText = text;
  };
}
