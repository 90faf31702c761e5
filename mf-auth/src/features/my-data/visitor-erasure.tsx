import './catalogs.ts';
import { Bilingual } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { erasureReceipt } from './erasure-receipt.ts';
import { ErasureProgress } from './erasure-state.tsx';
import { useErasureByReceipt } from './use-erasure-by-receipt.ts';

const title = msg`The erasure that was asked for on this device`;

/** For a visitor whose account may be deleted; empty without an erasure. */
export default function VisitorErasure() {
  const [receipt] = useState(erasureReceipt.read);
  const state = useErasureByReceipt(receipt);
  if (!state) return null;
  return (
    <section className="card stack">
      <h2>
        <Bilingual word={title} />
      </h2>
      <ErasureProgress state={state} />
    </section>
  );
}
