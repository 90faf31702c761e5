import type { Assertion } from './assertion.ts';

/** Everybody who set out came to the end of their course. */
export const assertJourneysEnd: Assertion = ({ journeys }) => {
  const stuck = journeys.flatMap((journey) => journey.stuck ?? []);
  return { measured: `${journeys.length - stuck.length} of ${journeys.length}`, violations: stuck };
};

const expectedStates = { S: 'paid', F: 'failed', C: 'cancelled' } as const;

/** When all is over, each application stands as its scenario says, also that of an applicant who gave up waiting. */
export const assertFinalStates: Assertion = ({ journeys, snapshot }) => {
  const states = new Map(snapshot.applications.map(({ _id, state }) => [String(_id), String(state)]));
  const violations = journeys.flatMap(({ scenario, expectedStatus, application }) => {
    if (!application) return [];
    const state = states.get(application.applicationId);
    return state === expectedStates[expectedStatus]
      ? []
      : [`${application.applicationId} ${scenario}: it is ${state}`];
  });
  return { measured: `${journeys.length} journeys`, violations };
};

/** The portal may say that it is not available; it must not say that it broke, or that a right form is wrong. */
export const assertResponsesExpected: Assertion = ({ responses }) => ({
  measured: `${responses.countAll()} answers, ${responses.countUnavailable()} of them 503`,
  violations: responses.unexpected,
});

/** Every payment lost something of its news on the way. */
export const assertPaymentsDisturbed: Assertion = ({ journeys }) => {
  const payments = journeys.flatMap((journey) => journey.payments);
  const undisturbed = payments.filter(
    ({ deliveryFaults: { webhook, callback } }) =>
      webhook === 'as the faults have it' && callback === 'brought',
  );
  return {
    measured: `${new Set(payments.map(({ paymentId }) => paymentId)).size} payments`,
    violations: undisturbed.map(({ paymentId }) => `${paymentId} was spared`),
  };
};

/** Later orders of an application have a number behind its id. */
const toApplicationId = (receipt: string): string => receipt.replace(/^([^-]+-[^-]+)-\d+$/, '$1');

/** An applicant has one application, and it has the orders its course takes, here and at the provider. */
export const assertOneOfEach: Assertion = ({ journeys, snapshot, ledger }) => {
  const groupByKey = (keys: readonly string[]) => Map.groupBy(keys, (key) => key);
  const applications = groupByKey(snapshot.applications.map(({ userId }) => String(userId)));
  const orders = groupByKey(snapshot.orders.map(({ application_id }) => String(application_id)));
  const receipts = groupByKey(ledger.orders.map(({ receipt }) => toApplicationId(receipt)));
  const violations = journeys.flatMap(({ userId, application, orderCount: expectedOrders }) => {
    if (!application) return [];
    const { applicationId } = application;
    const counts = [
      ['applications', applications.get(userId), 1],
      ['orders', orders.get(applicationId), expectedOrders],
      ['orders at the provider', receipts.get(applicationId), expectedOrders],
    ] as const;
    return counts.flatMap(([kind, actual, expected]) =>
      (actual?.length ?? 0) === expected ? [] : [`${applicationId}: ${actual?.length ?? 0} ${kind}`],
    );
  });
  const { size } = applications;
  return {
    measured: `${size} applicants, ${snapshot.applications.length} applications, ${ledger.orders.length} orders`,
    violations,
  };
};
