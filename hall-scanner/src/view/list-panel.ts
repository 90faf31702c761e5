import type { Sentence } from '@archaka/contracts';
import type { Keeping } from '../keeping.ts';
import { ListRefused } from '../list/refused.ts';
import { EARLIER_STAYS, refusalWords } from '../list/words.ts';
import { element, say } from './dom.ts';
import { listTold } from './readiness.ts';

const WHY: Sentence = {
  te: 'జాబితా లేకుండా, నెట్‌వర్క్ కూడా లేనప్పుడు, టికెట్ ఇచ్చినప్పుడు అసలైనదో కాదో మాత్రమే చెప్పగలం. కేంద్రం ప్యాక్‌లోని scanner-list.zip ఫైల్‌ను తెరవండి.',
  en: 'Without it, and without a network, only whether a ticket was genuine when issued can be told. Load the file scanner-list.zip of the centre’s pack.',
};
const LOADING: Sentence = { te: 'జాబితా తెరుస్తున్నాం…', en: 'Loading the list…' };
const LOADED: Sentence = { te: 'జాబితా సిద్ధం.', en: 'The list is loaded.' };
const REMOVED: Sentence = { te: 'జాబితా తొలగించబడింది.', en: 'The list has been removed.' };
const EXPIRED: Sentence = {
  te: 'జాబితా చేసి 30 రోజులు దాటినందున అది తొలగించబడింది.',
  en: 'The list was made more than 30 days ago and has been removed.',
};
const FAILED: Sentence = {
  te: 'ఫైల్‌ను చదవలేకపోయాం. మళ్ళీ ప్రయత్నించండి.',
  en: 'The file could not be read. Please try again.',
};

const HOUR_MS = 60 * 60 * 1000;

/** Where the list of the centre is loaded and removed; it goes by itself when it has become too old. */
export function listPanel({ known, load, remove, removeOld }: Keeping): void {
  const said = element('list-said', HTMLElement);
  const progress = element('list-progress', HTMLProgressElement);
  const input = element('list-file', HTMLInputElement);
  const loadButton = element('list-load', HTMLButtonElement);
  const removeButton = element('list-remove', HTMLButtonElement);

  const show = () => {
    const { list } = known();
    say(element('list-told', HTMLElement), list ? listTold(list) : WHY);
    removeButton.hidden = list === undefined;
  };
  const refused = (error: unknown): Sentence[] => [
    error instanceof ListRefused ? refusalWords[error.why] : FAILED,
    ...(known().list ? [EARLIER_STAYS] : []),
  ];
  const take = async (file: File) => {
    say(said, LOADING);
    progress.removeAttribute('value');
    progress.hidden = false;
    loadButton.disabled = true;
    try {
      await load(file, (value, max) => Object.assign(progress, { value, max }));
      say(said, LOADED);
      show();
    } catch (error) {
      say(said, ...refused(error));
    } finally {
      progress.hidden = true;
      loadButton.disabled = false;
    }
  };

  loadButton.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void take(file);
    input.value = '';
  });
  removeButton.addEventListener('click', async () => {
    await remove();
    say(said, REMOVED);
    show();
    loadButton.focus();
  });
  const lookForOld = async () => {
    if (await removeOld()) say(said, EXPIRED);
    show();
  };
  setInterval(lookForOld, HOUR_MS);
  void lookForOld();
}
