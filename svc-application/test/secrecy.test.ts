import { randomBytes } from 'node:crypto';
import { paymentCaptured } from '@archaka/contracts';
import { applicant, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitted } from './support/submitted.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

/** Everything in the service's database but the files' bytes, as text. */
async function database(): Promise<string> {
  const collections = await portal.database.db?.collections();
  const all = await Promise.all(
    (collections ?? []).map((collection) => collection.find({}, { projection: { bytes: 0 } }).toArray()),
  );
  return JSON.stringify(all);
}

describe('an Aadhaar', () => {
  test('stands whole in no collection, event or log, whatever is done with it', async () => {
    const { user, ids, captured, status } = await submitted(portal);
    const later = applicant().aadhar;
    await user.call('checkaadhar', { aadhar: user.person.aadhar });
    await user.call('upadteapplication', await user.form({ id: ids.application_id, aadhar: later }));
    await user.submit({ aadhar: later, name: 'Different' });
    await user.submit({ aadhar: `${later}1` });
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(async () => (await status()) === 'S');
    const drafting = await portal.user();
    await drafting.save();
    const places = [
      await database(),
      portal.service.logs(),
      JSON.stringify(portal.broker.about(ids.application_id)),
    ];
    for (const place of places)
      for (const aadhar of [user.person.aadhar, later, drafting.person.aadhar])
        expect(place).not.toContain(aadhar);
    expect(portal.service.logs()).not.toContain(user.person.number);
    expect(portal.service.logs()).not.toContain(user.person.id);
  });

  test('when keys rotate, then what was sealed still opens, and look-ups still find', async () => {
    const { user, ids } = await submitted(portal);
    const drafting = await portal.user();
    await drafting.save();
    const rotated = [
      { kid: 'a2', key: randomBytes(32).toString('base64') },
      ...JSON.parse(portal.stage.secrets.AADHAAR_KEYS),
    ];
    const again = await portal.restart({ AADHAAR_KEYS: JSON.stringify(rotated) });
    const { body } = await user.call('getapplicationform', { application_id: ids.application_id });
    expect(body.data).toMatchObject([{ aadhar: user.person.aadhar }]);
    expect(await drafting.draft()).toMatchObject([{ aadhar: drafting.person.aadhar }]);
    const other = await portal.user();
    expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(421);
    await other.submit();
    const kids = await portal.database.collection('applications').distinct('content.aadhaar.kid');
    expect(kids.toSorted()).toEqual(['a1', 'a2']);
    await again.stop();
  });
});
