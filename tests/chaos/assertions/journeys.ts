import type { Assertion } from './assertion.ts';

/** Asserts that every started applicant completed the scenario. */
export const assertJourneysEnd: Assertion = ({ journeys }) => {
  const stuck = journeys.flatMap((journey) => journey.stuck ?? []);
  return { measured: `${journeys.length - stuck.length} of ${journeys.length}`, violations: stuck };
};

const expectedStates = { S: 'paid', F: 'failed', C: 'cancelled' } as const;

/** Asserts that each application ends in its scenario's state, also when its applicant timed out. */
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

/** Asserts that no response was a 500, or rejected a valid request; 503 is allowed. */
export const assertResponsesExpected: Assertion = ({ responses }) => ({
  measured: `${responses.countAll()} responses, ${responses.countUnavailable()} of them 503`,
  violations: responses.unexpected,
});

/** Asserts that the notifications of every payment had a delivery fault. */
export const assertPaymentsDisturbed: Assertion = ({ journeys }) => {
  const payments = journeys.flatMap((journey) => journey.payments);
  const undisturbed = payments.filter(
    ({ deliveryFaults: { webhook, callback } }) =>
      webhook === 'as the provider sends it' && callback === 'brought',
  );
  return {
    measured: `${new Set(payments.map(({ paymentId }) => paymentId)).size} payments`,
    violations: undisturbed.map(({ paymentId }) => `${paymentId} had no delivery fault`),
  };
};

/** Receipts of later orders end with a number after the application ID. */
const toApplicationId = (receipt: string): string => receipt.replace(/^([^-]+-[^-]+)-\d+$/, '$1');

/** Asserts one application for each applicant, with the scenario's number of orders here and at the provider. */
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
