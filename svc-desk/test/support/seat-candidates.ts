import {
  applicationSubmitted,
  type CaseSummary,
  orderCreated,
  paymentCaptured,
  ticketIssued,
} from '@archaka/contracts';
import {
  type ApplicantSession,
  buildApplicationForm,
  eventually,
  type PartialPortal,
  type StaffSession,
} from '@archaka/test-kit';

interface SeatDependencies {
  readonly portal: Pick<PartialPortal<'application' | 'desk'>, 'broker' | 'registerApplicant'>;
  readonly helpDesk: () => StaffSession;
}

export interface SeatedCandidate {
  readonly applicant: ApplicantSession;
  readonly applicationId: string;
  readonly rollNumber: string;
}

/** Seats paid candidates, each on the next seat of a hall, as the desk's search finds them. */
export function createSeats({ portal, helpDesk }: SeatDependencies) {
  const { broker } = portal;
  let lastSeat = 0;
  return async (hall = '101'): Promise<SeatedCandidate> => {
    const applicant = await portal.registerApplicant();
    const form = await buildApplicationForm(applicant.person, { save_id: 2 });
    const submitted = await applicant.call('submitapplicationform', form);
    if (submitted.body.status !== 200) throw new Error(JSON.stringify(submitted.body));
    const { application_id } = await broker.waitForEvent(applicationSubmitted, applicant.person.id);
    lastSeat += 1;
    const rollNumber = `24-${hall}-${String(lastSeat).padStart(4, '0')}`;
    const at = new Date().toISOString();
    const centre = { name: 'Hall', name_te: 'హాల్', address: 'Street', address_te: 'వీధి' };
    const order = { application_id, order_id: `order_${lastSeat}`, amount: 10_000 };
    await broker.publish(orderCreated, order);
    await broker.publish(paymentCaptured, { ...order, payment_id: `pay_${lastSeat}`, at });
    await broker.publish(ticketIssued, {
      application_id,
      version: 1,
      at,
      hall: { roll_number: rollNumber, centre },
    });
    await eventually(async () => {
      const { body } = await helpDesk().call('searchcases', { text: rollNumber });
      const [found] = body.data as unknown as { cases: CaseSummary[] }[];
      return found?.cases[0]?.payment_status === 'S';
    });
    return { applicant, applicationId: application_id, rollNumber };
  };
}
