import './catalogs.ts';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { erasureReceipt } from './erasure-receipt.ts';
import { ErasureProgress } from './erasure-state.tsx';
import { Section } from './section.tsx';
import { UndoNumberChange } from './undo-number-change.tsx';
import { useErasureByReceipt } from './use-erasure-by-receipt.ts';

const title = msg`The erasure that was asked for on this device`;

/** For a visitor who may have been signed out by an erasure or by a stranger's change of the number. */
export default function VisitorData() {
  const [receipt] = useState(erasureReceipt.read);
  const state = useErasureByReceipt(receipt);
  return (
    <>
      {state && (
        <Section title={title}>
          <ErasureProgress state={state} />
        </Section>
      )}
      <UndoNumberChange />
    </>
  );
}
