import type { BatchResult, BatchState, DeskBatch } from '@archaka/contracts/calls';
import { Bilingual, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { scrutinyLabels } from '../../labels.ts';

const states = {
  previewed: { word: msg`Not confirmed`, tone: 'cancelled' },
  confirmed: { word: msg`Can be undone`, tone: 'pending' },
  running: { word: msg`Being decided`, tone: 'pending' },
  done: { word: msg`Done`, tone: 'success' },
  undone: { word: msg`Undone`, tone: 'cancelled' },
} as const satisfies Readonly<Record<BatchState, { word: Word; tone: string }>>;

export const BatchBadge = ({ batch: { state } }: { batch: Pick<DeskBatch, 'state'> }) => (
  <span className={`badge badge-${states[state].tone}`}>
    <Bilingual word={states[state].word} />
  </span>
);

export const resultLabels: Readonly<Record<BatchResult, Word>> = {
  accepted: scrutinyLabels.accepted,
  changed: msg`The application has changed`,
  leased: msg`Open with a clerk`,
  decided: msg`Decided by a clerk`,
  undone: states.undone.word,
};
