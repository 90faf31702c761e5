import type { Sentence } from '@archaka/contracts';
import { say } from './dom.ts';

/** Says something when it differs from what was said last: a screen reader reads each time aloud. */
export function sayOnce(target: Element): (...sentences: readonly Sentence[]) => void {
  let last = '';
  return (...sentences) => {
    const words = sentences.map(({ en }) => en).join(' ');
    if (words !== last) say(target, ...sentences);
    last = words;
  };
}
