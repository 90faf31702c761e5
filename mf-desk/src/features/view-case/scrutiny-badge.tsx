import type { CaseSummary, ScrutinyState } from '@archaka/contracts/calls';
import { Bilingual, Sentence } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { scrutinyLabels } from '../../labels.ts';

const tones: Readonly<Record<ScrutinyState, string>> = {
  none: 'cancelled',
  waiting: 'pending',
  'second-look': 'pending',
  correction: 'cancelled',
  accepted: 'success',
  rejected: 'failed',
  appealed: 'pending',
};

const openWith = (name: string) => msg`open with ${name}`;

/** The state of the scrutiny, and which clerk has the case open. */
export const ScrutinyBadge = ({
  summary: { scrutiny, lease },
}: {
  summary: Pick<CaseSummary, 'scrutiny' | 'lease'>;
}) => (
  <span className="scrutiny">
    <span className={`badge badge-${tones[scrutiny]}`}>
      <Bilingual word={scrutinyLabels[scrutiny]} />
    </span>
    {lease && (
      <span className="hint">
        <Sentence word={openWith(lease.name)} />
      </span>
    )}
  </span>
);
