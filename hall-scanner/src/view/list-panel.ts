import type { BilingualText } from '@archaka/contracts/calls';
import { InvalidList } from '../list/invalid-list.ts';
import { invalidListMessages, LIST_UNCHANGED } from '../list/messages.ts';
import type { OfflineData } from '../offline-data.ts';
import { getElement, setText } from './dom.ts';
import { toListMessage } from './readiness.ts';

const NO_LIST_HINT: BilingualText = {
  te: 'జాబితా లేకుండా, నెట్‌వర్క్ కూడా లేనప్పుడు, టికెట్ ఇచ్చినప్పుడు అసలైనదో కాదో మాత్రమే చెప్పగలం. కేంద్రం ప్యాక్‌లోని scanner-list.zip ఫైల్‌ను తెరవండి.',
  en: 'Without it, and without a network, only whether a ticket was genuine when issued can be told. Load the file scanner-list.zip of the centre’s pack.',
};
const LOADING: BilingualText = { te: 'జాబితా తెరుస్తున్నాం…', en: 'Loading the list…' };
const LOADED: BilingualText = { te: 'జాబితా సిద్ధం.', en: 'The list is loaded.' };
const REMOVED: BilingualText = { te: 'జాబితా తొలగించబడింది.', en: 'The list has been removed.' };
const EXPIRED: BilingualText = {
  te: 'జాబితా చేసి 30 రోజులు దాటినందున అది తొలగించబడింది.',
  en: 'The list was made more than 30 days ago and has been removed.',
};
const FAILED: BilingualText = {
  te: 'ఫైల్‌ను చదవలేకపోయాం. మళ్ళీ ప్రయత్నించండి.',
  en: 'The file could not be read. Please try again.',
};

const HOUR_MS = 60 * 60 * 1000;

const toErrorMessage = (error: unknown): BilingualText =>
  error instanceof InvalidList ? invalidListMessages[error.reason] : FAILED;

export function setUpListPanel({ getState, load, remove, removeExpired }: OfflineData): void {
  const message = getElement('list-said', HTMLElement);
  const progress = getElement('list-progress', HTMLProgressElement);
  const input = getElement('list-file', HTMLInputElement);
  const loadButton = getElement('list-load', HTMLButtonElement);
  const removeButton = getElement('list-remove', HTMLButtonElement);

  const show = () => {
    const { list } = getState();
    setText(getElement('list-told', HTMLElement), list ? toListMessage(list) : NO_LIST_HINT);
    removeButton.hidden = list === undefined;
  };
  const loadFile = async (file: File) => {
    setText(message, LOADING);
    progress.removeAttribute('value');
    progress.hidden = false;
    loadButton.disabled = true;
    try {
      await load(file, (value, max) => Object.assign(progress, { value, max }));
      setText(message, LOADED);
      show();
    } catch (error) {
      setText(message, toErrorMessage(error), ...(getState().list ? [LIST_UNCHANGED] : []));
    } finally {
      progress.hidden = true;
      loadButton.disabled = false;
    }
  };

  loadButton.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void loadFile(file);
    input.value = '';
  });
  removeButton.addEventListener('click', async () => {
    await remove();
    setText(message, REMOVED);
    show();
    loadButton.focus();
  });
  const removeExpiredList = async () => {
    if (await removeExpired()) setText(message, EXPIRED);
    show();
  };
  setInterval(removeExpiredList, HOUR_MS);
  void removeExpiredList();
}
