import type { BilingualText } from '@archaka/contracts/calls';
import { InvalidList, invalidListMessages, LIST_UNCHANGED } from '../list/invalid-list.ts';
import type { OfflineList } from '../list/list-repository.ts';
import type { OfflineData, OfflineState } from '../offline-data.ts';
import type { PortalFacts } from '../portal/portal-client.ts';
import { formatIndianTime, getElement, setText } from './dom.ts';

const READY: BilingualText = { te: 'నెట్‌వర్క్ లేకుండా పనిచేయడానికి సిద్ధం.', en: 'Ready to work without a network.' };
const NOT_READY: BilingualText = {
  te: 'ఇంకా సిద్ధం కాలేదు: నెట్‌వర్క్ ఉన్నప్పుడు ఈ పేజీని తెరిచి కొద్దిసేపు ఉంచండి.',
  en: 'Not ready yet: open this page with a network and wait a moment.',
};
const FILES: Readonly<Record<'kept' | 'missing', BilingualText>> = {
  kept: { te: 'ఈ ఫోన్‌లో ఉంది', en: 'kept on this phone' },
  missing: { te: 'ఇంకా ఈ ఫోన్‌లో లేదు', en: 'not kept on this phone yet' },
};
const NO_KEYS: BilingualText = { te: 'ఇంకా లేవు', en: 'none yet' };
const NO_LIST: BilingualText = { te: 'లేదు', en: 'none' };
const NETWORK: Readonly<Record<'on' | 'off', BilingualText>> = {
  on: { te: 'నెట్‌వర్క్ ఉంది: పోర్టల్‌ను అడుగుతాం', en: 'with a network: the portal is asked' },
  off: { te: 'నెట్‌వర్క్ లేదు', en: 'without a network' },
};

const toKeysMessage = ({ keys, fetchedAt }: PortalFacts): BilingualText =>
  keys.length === 0
    ? NO_KEYS
    : {
        te: `${keys.length}; తెచ్చిన సమయం: ${formatIndianTime(fetchedAt)}`,
        en: `${keys.length}; fetched: ${formatIndianTime(fetchedAt)}`,
      };

const toListMessage = (list: OfflineList | undefined): BilingualText =>
  list
    ? {
        te: `${list.centre.name_te}; టికెట్లు: ${list.count}; చేసిన సమయం: ${formatIndianTime(list.made_at)}`,
        en: `${list.centre.name}; tickets: ${list.count}; made: ${formatIndianTime(list.made_at)}`,
      }
    : NO_LIST;

export function showReadiness({ files, facts, list }: OfflineState): void {
  const isReady = files && facts.keys.length > 0;
  const setStatus = (id: string, sentence: BilingualText) => setText(getElement(id, HTMLElement), sentence);
  setStatus('ready-all', isReady ? READY : NOT_READY);
  getElement('ready-all', HTMLElement).className = isReady ? 'good' : 'careful';
  setStatus('ready-files', FILES[files ? 'kept' : 'missing']);
  setStatus('ready-keys', toKeysMessage(facts));
  setStatus('ready-list', toListMessage(list));
  setStatus('ready-network', NETWORK[navigator.onLine ? 'on' : 'off']);
}

const NO_LIST_HINT: BilingualText = {
  te: 'జాబితా లేకుండా, నెట్‌వర్క్ కూడా లేనప్పుడు, టికెట్ ఇచ్చినప్పుడు అసలైనదో కాదో మాత్రమే చెప్పగలం. కేంద్రం ప్యాక్‌లోని scanner-list.zip ఫైల్‌ను తెరవండి.',
  en: 'Without it, and without a network, only whether a ticket was genuine when issued can be told. Load the file scanner-list.zip of the centre’s pack.',
};
const LOADING: BilingualText = { te: 'జాబితా తెరుస్తున్నాం…', en: 'Loading the list…' };
const LOADED: BilingualText = { te: 'జాబితా సిద్ధం.', en: 'The list is loaded.' };
const REMOVED: BilingualText = { te: 'జాబితాను తొలగించాం.', en: 'The list has been removed.' };
const EXPIRED: BilingualText = {
  te: 'జాబితా చేసి 30 రోజులు దాటినందున దాన్ని తొలగించాం.',
  en: 'The list was made more than 30 days ago and has been removed.',
};
const FAILED: BilingualText = {
  te: 'ఫైల్‌ను చదవలేకపోయాం. మళ్ళీ ప్రయత్నించండి.',
  en: 'The file could not be read. Please try again.',
};

const HOUR_MS = 60 * 60 * 1000;

const toErrorMessage = (error: unknown): BilingualText =>
  error instanceof InvalidList ? invalidListMessages[error.reason] : FAILED;

export function setUpListPanel(data: OfflineData): void {
  const message = getElement('list-said', HTMLElement);
  const progress = getElement('list-progress', HTMLProgressElement);
  const input = getElement('list-file', HTMLInputElement);
  const loadButton = getElement('list-load', HTMLButtonElement);
  const removeButton = getElement('list-remove', HTMLButtonElement);

  const show = () => {
    const { list } = data.state;
    setText(getElement('list-told', HTMLElement), list ? toListMessage(list) : NO_LIST_HINT);
    removeButton.hidden = list === undefined;
  };
  const loadFile = async (file: File) => {
    setText(message, LOADING);
    progress.removeAttribute('value');
    progress.hidden = false;
    loadButton.disabled = true;
    try {
      await data.load(file, (value, max) => Object.assign(progress, { value, max }));
      setText(message, LOADED);
      show();
    } catch (error) {
      setText(message, toErrorMessage(error), ...(data.state.list ? [LIST_UNCHANGED] : []));
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
    await data.remove();
    setText(message, REMOVED);
    show();
    loadButton.focus();
  });
  const removeExpiredList = async () => {
    if (await data.removeExpired()) setText(message, EXPIRED);
    show();
  };
  setInterval(removeExpiredList, HOUR_MS);
  void removeExpiredList();
}
