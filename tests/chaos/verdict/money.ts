import type { Assertion } from './finding.ts';

const rupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What we hold as taken is what the provider captured and did not give back, payment by payment. */
export const booksAgree: Assertion = ({ books, ledger }) => {
  const ours = new Map(
    books.attempts
      .filter(({ state }) => state === 'taken')
      .map(({ payment_id, amount }) => [String(payment_id), Number(amount)]),
  );
  const theirs = new Map(
    ledger.payments
      .filter(({ captured, amount, amount_refunded }) => captured && amount > amount_refunded)
      .map(({ id, amount, amount_refunded }) => [id, amount - amount_refunded]),
  );
  const payments = [...new Set([...ours.keys(), ...theirs.keys()])];
  const against = payments
    .filter((payment) => ours.get(payment) !== theirs.get(payment))
    .map((payment) => `${payment}: ours ${ours.get(payment) ?? 0}, theirs ${theirs.get(payment) ?? 0} paise`);
  const [ourSum, theirSum] = [sum([...ours.values()]), sum([...theirs.values()])];
  return { measured: `${rupees(ourSum)} - ${rupees(theirSum)} = ${rupees(ourSum - theirSum)}`, against };
};
