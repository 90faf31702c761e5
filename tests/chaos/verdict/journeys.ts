import type { Assertion } from './finding.ts';

/** Everybody who set out came to the end of their course. */
export const journeysEnd: Assertion = ({ journeys }) => {
  const stuck = journeys.flatMap((journey) => journey.stuck ?? []);
  return { measured: `${journeys.length - stuck.length} of ${journeys.length}`, against: stuck };
};

/** The portal may say that it is not available; it must not say that it broke, or that a right form is wrong. */
export const answersInOrder: Assertion = ({ answers }) => ({
  measured: `${answers.total()} answers, ${answers.unavailable()} of them 503`,
  against: answers.wrong,
});

/** Every payment lost something of its news on the way. */
export const paymentsFaulted: Assertion = ({ journeys }) => {
  const payments = journeys.flatMap((journey) => journey.payments);
  const whole = payments.filter(
    ({ trouble: { webhook, callback } }) => webhook === 'as the faults have it' && callback === 'brought',
  );
  return {
    measured: `${new Set(payments.map(({ paymentId }) => paymentId)).size} payments`,
    against: whole.map(({ paymentId }) => `${paymentId} was spared`),
  };
};

/** Later orders of an application have a number behind its id. */
const applicationOf = (receipt: string): string => receipt.replace(/^([^-]+-[^-]+)-\d+$/, '$1');

/** An applicant has one application, and it has the orders its course takes, here and at the provider. */
export const oneOfEach: Assertion = ({ journeys, books, ledger }) => {
  const count = (keys: readonly string[]) => Map.groupBy(keys, (key) => key);
  const applications = count(books.applications.map(({ userId }) => String(userId)));
  const orders = count(books.orders.map(({ application_id }) => String(application_id)));
  const receipts = count(ledger.orders.map(({ receipt }) => applicationOf(receipt)));
  const against = journeys.flatMap(({ userId, applied, orders: wanted }) => {
    if (!applied) return [];
    const { applicationId } = applied;
    const found = [
      ['applications', applications.get(userId), 1],
      ['orders', orders.get(applicationId), wanted],
      ['orders at the provider', receipts.get(applicationId), wanted],
    ] as const;
    return found.flatMap(([what, there, due]) =>
      (there?.length ?? 0) === due ? [] : [`${applicationId}: ${there?.length ?? 0} ${what}`],
    );
  });
  const { size } = applications;
  return {
    measured: `${size} applicants, ${books.applications.length} applications, ${ledger.orders.length} orders`,
    against,
  };
};
