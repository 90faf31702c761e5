import { buildApplicant, buildApplicationForm } from '@archaka/test-kit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectInvalid,
  expectProblem,
  readNewestRecord,
  type Submission,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

/** Updates of an application and its history. */
export const edits = (environment: ContractEnvironment) =>
  describe('edits and history', () => {
    let session: ThrottledSession;
    let submission: Submission;
    let id: string;
    // An applicant may make three edits a minute.
    beforeEach(async () => {
      session = await environment.registerApplicant();
      submission = await submitForm(session);
      id = String((await readNewestRecord(session)).id);
    });
    const readForm = async () =>
      (await session.call('getapplicationform', { application_id: submission.application_id })).body.data[0];
    const readHistory = async () =>
      (await session.call('getapplicationhistory', { application_id: submission.application_id })).body
        .data as {
        version: number;
        at: string;
        changes: { field: string; from: string; to: string }[];
      }[];
    const updateApplication = async (changes: Record<string, unknown>) =>
      session.call('upadteapplication', { ...(await readForm()), id, save_id: 2, ...changes });

    test('returns the stored record with a masked Aadhaar and without a status [S-3.28]', async () => {
      const session = await environment.registerApplicant();
      const { birthcertificate: paper } = await buildApplicationForm();
      const language = JSON.stringify([{ language_id: 2, language: 'Agama only' }]);
      const { order_id, application_id } = await submitForm(session, {
        ...{ exam_type: 2, exam_regular: 2, pasthallticket: '20190042', language },
        ...{ markmemos: paper, markmemos_ind: 1, perviouscertificate: paper, perviouscertificate_ind: 1 },
      });
      const { person } = session;
      const record = await readNewestRecord(session);
      expect(record).toMatchObject({
        id: expect.any(String),
        number: person.number,
        application_id: expect.stringMatching(/^ARC24-[0-9A-HJKMNP-TV-Z]{8}$/),
        aadhar: `**** **** ${person.aadhar.slice(-4)}`,
        name: person.name,
        father_name: 'Venkata Sarma',
        dob: '1990-05-17',
        age: expect.any(Number),
        district_id: 1,
        district_name: 'Alluri Sitharama Raju',
        mandal_id: 1,
        mandal_name: 'Chintapalle',
        exam_type: 2,
        pasthallticket: '20190042',
        exam_regular: 2,
        language,
        centre_district_id: 2,
        centre_district_name: 'Anakapalli',
        agamamu: 'వైఖానస',
        amount: 100,
        image: [{ document_id: expect.any(String), filetype: 'jpeg' }],
        birth_certificate: [{ document_id: expect.any(String), filetype: 'pdf' }],
        previous_certificate: [{ document_id: expect.any(String), filetype: 'pdf' }],
        markmemos_certificate: [{ document_id: expect.any(String), filetype: 'pdf' }],
        examine_year: '2024',
        payment_status: '',
        order_id,
        transaction_id: '',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      expect((await session.call('getpaymnetstatus', { order_id })).body).toEqual({
        status: 200,
        data: [record],
      });
      const [wholeForm] = (await session.call('getapplicationform', { application_id })).body.data;
      expect(wholeForm).toMatchObject({
        application_id,
        aadhar: person.aadhar,
        district: 'Alluri Sitharama Raju',
      });
      expect((await session.call('getsaveformdata')).body.data).toEqual([]);
    });

    test('stores an edit as a new version, newest first, including the first one [S-1.26]', async () => {
      expect((await readHistory()).map(({ version }) => version)).toEqual([1]);
      expect((await updateApplication({ name: 'New Name', postal_address: 'New Street' })).body).toEqual({
        status: 200,
      });
      expect(await readForm()).toMatchObject({ name: 'New Name', postal_address: 'New Street' });
      expect(await readNewestRecord(session)).toMatchObject({
        name: 'New Name',
        order_id: submission.order_id,
      });
      const [newest, first] = await readHistory();
      expect(newest).toMatchObject({ version: 2, at: expect.stringMatching(/^\d{4}-.*Z$/) });
      expect(newest?.changes).toContainEqual({ field: 'name', from: session.person.name, to: 'New Name' });
      expect(newest?.changes.map(({ field }) => field).toSorted()).toEqual(['name', 'postal_address']);
      expect(first?.version).toBe(1);
    });

    test('retains the stored file for an empty list when the indicator is 0, and rejects the list when it is 1 [S-3.27]', async () => {
      const { image } = (await readForm()) ?? {};
      expect((await updateApplication({ image: [], image_ind: 0, father_name: 'F' })).body.status).toBe(200);
      expect((await readForm())?.image).toEqual(image);
      expectInvalid(await updateApplication({ image: [], image_ind: 1 }), 'Please upload Your photo');
      expectInvalid(
        await updateApplication({ birthcertificate: [], birthcertificate_ind: '1' }),
        'Please Upload Birth Certificate',
      );
    });

    test('never changes number and amount [S-7.10]', async () => {
      expectProblem(await updateApplication({ number: buildApplicant().number }), 403);
      expect((await updateApplication({ amount: 1, age: 3, name: 'Once More' })).body.status).toBe(200);
      expect(await readNewestRecord(session)).toMatchObject({ amount: 100, number: session.person.number });
    });

    test('rejects another’s application with 403, an unknown one with 404, for each call that names one [S-6.8]', async () => {
      const otherSession = await environment.registerApplicant();
      const otherSubmission = await submitForm(otherSession);
      const otherForm = (
        await otherSession.call('getapplicationform', { application_id: otherSubmission.application_id })
      ).body.data[0];
      expectProblem(await otherSession.call('upadteapplication', { ...otherForm, id }), 403);
      expectProblem(await otherSession.call('upadteapplication', { ...otherForm, id: 'nobody' }), 404);
      for (const name of ['getapplicationform', 'getapplicationhistory']) {
        expectProblem(await otherSession.call(name, { application_id: submission.application_id }), 403);
        expectProblem(await otherSession.call(name, { application_id: 'ARC24-00000000' }), 404);
      }
      for (const name of ['getpaymnetstatus', 'getpaymentattempts', 'recheckpayment', 'postorderdata']) {
        expectProblem(await otherSession.call(name, { order_id: submission.order_id }), 403);
        expectProblem(await otherSession.call(name, { order_id: 'order_unknown' }), 404);
      }
    });

    test('rejects another’s document in an edit with 403', async () => {
      const otherSession = await environment.registerApplicant();
      await submitForm(otherSession);
      const { image } = await readNewestRecord(otherSession);
      expectProblem(await updateApplication({ image, image_ind: 1 }), 403);
    });
  });
