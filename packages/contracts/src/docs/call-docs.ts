import type { CallDoc } from './doc.ts';

export const callDocs: Readonly<Record<string, CallDoc>> = {
  submitsignup: { summary: 'Opens an account', problems: [409, 429] },
  websiteloginotp: {
    summary: 'Sends a one-time password to a registered mobile number',
    problems: [428, 429],
  },
  submitwithotp: {
    summary: 'Signs in with the one-time password; sets the session’s cookie',
    problems: [428, 429],
  },
  logout: { summary: 'Ends the session everywhere' },
  session: { summary: 'Who is signed in' },
  getsessions: { summary: 'The own sign-ins of the last 90 days, and which sessions are open' },
  endsessions: { summary: 'Ends all own sessions, on every device; 401 unless signed in within 15 minutes' },
  getmessagesettings: { summary: 'Whether the applicant gets messages by SMS about an application' },
  setmessagesettings: { summary: 'Turns these messages on or off; one-time passwords are always sent' },
  getsignupconsents: { summary: 'Which notice on personal data the own sign-up agreed to' },
  getaccount: { summary: 'The own account as it is stored' },
  getretention: { summary: 'Which kinds of data the portal stores, how long and why' },
  correctaccount: { summary: 'Corrects the own account, but for its mobile number' },
  requestnumberchange: {
    summary: 'Sends one-time passwords to the old and to the new mobile number',
    problems: [429],
  },
  changenumber: {
    summary: 'Changes the own mobile number by both one-time passwords; ends the other sessions',
    problems: [429],
  },
  requesterasure: {
    summary: 'Asks for the erasure of all own data; 401 unless signed in within five minutes',
  },
  getownerasure: { summary: 'How far the own erasure is, or nothing' },
  geterasure: { summary: 'How far an erasure is, by its receipt', problems: [429] },
  getdevicekey: { summary: 'The key under which a browser keeps what is typed on the device' },

  getexamination: { summary: 'The examination: types, agamas, languages, fee and dates' },
  getdistrict: { summary: 'The districts' },
  getmandals: { summary: 'The mandals of all districts' },
  checkaadhar: {
    summary: 'Whether another application holds this Aadhaar number or identity paper',
    problems: [403],
  },
  saveapplicationform: { summary: 'Keeps the form as the applicant’s draft', problems: [404, 409] },
  submitapplicationform: {
    summary: 'Submits a form of which nothing was saved before, and gives its order',
    problems: [404, 409],
  },
  paidSubmitapplicationform: {
    summary: 'Submits the saved draft; asked again, gives the same order while it can be paid',
    problems: [404, 409],
  },
  upadteapplication: {
    summary: 'Changes an own submitted application; every version is kept',
    problems: [404, 409],
  },
  getsaveformdata: { summary: 'The applicant’s draft, or nothing', problems: [403] },
  getticketsandprofile: { summary: 'The applicant’s applications, newest first', problems: [403] },
  getapplicationform: { summary: 'One own application as the form takes it', problems: [403, 404] },
  getpaymnetstatus: { summary: 'The application that an own order pays for', problems: [403, 404] },
  getapplicationhistory: {
    summary: 'Every version of an own application, newest first',
    problems: [403, 404],
  },
  getconsents: { summary: 'Which versions of the notice the own forms agreed to, newest first' },

  withdrawapplication: {
    summary: 'Deletes an own unpaid application, and frees mobile and Aadhaar',
    problems: [403, 404],
  },

  postorderdata: {
    summary: 'Opens an attempt to pay an own order, and gives the form that leads to the checkout',
    problems: [404, 409],
  },
  getpaymentattempts: {
    summary: 'What is known of the payments of an own order, with its evidence',
    problems: [403, 404],
  },
  recheckpayment: { summary: 'Asks the payment provider now, and repairs', problems: [404] },

  getauthaudit: { summary: 'Who signed in to, changed or read the own account, newest first' },
  getapplicationaudit: { summary: 'Who changed or read the own applications and papers, newest first' },
  getpaymentaudit: { summary: 'Who read or decided about the own payments, newest first' },
  getticketaudit: { summary: 'Who downloaded or verified the own tickets, newest first' },
};
