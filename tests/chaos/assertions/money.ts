import type { Assertion } from './assertion.ts';

const formatRupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Asserts for each payment that our captured amount equals the provider's, without refunds. */
export const assertCapturesMatch: Assertion = ({ snapshot, ledger }) => {
  const ownCaptures = new Map(
    snapshot.attempts
      .filter(({ state }) => state === 'captured')
      .map(({ payment_id, amount }) => [String(payment_id), Number(amount)]),
  );
  const providerCaptures = new Map(
    ledger.payments
      .filter(({ captured, amount, amount_refunded }) => captured && amount > amount_refunded)
      .map(({ id, amount, amount_refunded }) => [id, amount - amount_refunded]),
  );
  const payments = [...new Set([...ownCaptures.keys(), ...providerCaptures.keys()])];
  const violations = payments
    .filter((payment) => ownCaptures.get(payment) !== providerCaptures.get(payment))
    .map(
      (payment) =>
        `${payment}: portal ${ownCaptures.get(payment) ?? 0}, provider ${providerCaptures.get(payment) ?? 0} paise`,
    );
  const [ownSum, providerSum] = [sum([...ownCaptures.values()]), sum([...providerCaptures.values()])];
  return {
    measured: `${formatRupees(ownSum)} - ${formatRupees(providerSum)} = ${formatRupees(ownSum - providerSum)}`,
    violations,
  };
};
