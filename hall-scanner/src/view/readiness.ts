import type { BilingualText } from '@archaka/contracts/calls';
import type { OfflineList } from '../list/offline-list.ts';
import type { OfflineState } from '../offline-data.ts';
import type { PortalFacts } from '../portal/portal-facts.ts';
import { getElement, setText } from './dom.ts';
import { formatIndianTime } from './times.ts';

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

export const toListMessage = (list: OfflineList | undefined): BilingualText =>
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
