import type { Sentence } from '@archaka/contracts';
import type { Known } from '../keeping.ts';
import type { KeptList } from '../list/kept-list.ts';
import type { PortalFacts } from '../portal/facts.ts';
import { element, say } from './dom.ts';
import { indianTime } from './times.ts';

const READY: Sentence = { te: 'నెట్‌వర్క్ లేకుండా పనిచేయడానికి సిద్ధం.', en: 'Ready to work without a network.' };
const NOT_READY: Sentence = {
  te: 'ఇంకా సిద్ధం కాలేదు: నెట్‌వర్క్ ఉన్నప్పుడు ఈ పేజీని తెరిచి కొద్దిసేపు ఉంచండి.',
  en: 'Not ready yet: open this page with a network and wait a moment.',
};
const FILES: Readonly<Record<'kept' | 'missing', Sentence>> = {
  kept: { te: 'ఈ ఫోన్‌లో ఉంది', en: 'kept on this phone' },
  missing: { te: 'ఇంకా ఈ ఫోన్‌లో లేదు', en: 'not kept on this phone yet' },
};
const NO_KEYS: Sentence = { te: 'ఇంకా లేవు', en: 'none yet' };
const NO_LIST: Sentence = { te: 'లేదు', en: 'none' };
const NETWORK: Readonly<Record<'on' | 'off', Sentence>> = {
  on: { te: 'నెట్‌వర్క్ ఉంది: పోర్టల్‌ను అడుగుతాం', en: 'with a network: the portal is asked' },
  off: { te: 'నెట్‌వర్క్ లేదు', en: 'without a network' },
};

const keysTold = ({ keys, fetchedAt }: PortalFacts): Sentence =>
  keys.length === 0
    ? NO_KEYS
    : {
        te: `${keys.length}; తెచ్చిన సమయం: ${indianTime(fetchedAt)}`,
        en: `${keys.length}; fetched: ${indianTime(fetchedAt)}`,
      };

/** Which centre's list is loaded, and of when. */
export const listTold = (list: KeptList | undefined): Sentence =>
  list
    ? {
        te: `${list.centre.name_te}; టికెట్లు: ${list.count}; చేసిన సమయం: ${indianTime(list.made_at)}`,
        en: `${list.centre.name}; tickets: ${list.count}; made: ${indianTime(list.made_at)}`,
      }
    : NO_LIST;

/** Says plainly whether the scanner can work in a hall without a network. */
export function showReadiness({ files, facts, list }: Known): void {
  const isReady = files && facts.keys.length > 0;
  const tell = (id: string, sentence: Sentence) => say(element(id, HTMLElement), sentence);
  tell('ready-all', isReady ? READY : NOT_READY);
  element('ready-all', HTMLElement).className = isReady ? 'good' : 'careful';
  tell('ready-files', FILES[files ? 'kept' : 'missing']);
  tell('ready-keys', keysTold(facts));
  tell('ready-list', listTold(list));
  tell('ready-network', NETWORK[navigator.onLine ? 'on' : 'off']);
}
