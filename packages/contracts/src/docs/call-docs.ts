import type * as z from 'zod';

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 428 | 429 | 503;

export interface CallDoc {
  readonly summary: string;
  readonly problems?: readonly ProblemStatus[];
}

export interface ResponseDoc {
  readonly description: string;
  /** By media type; null for bytes. */
  readonly content?: Readonly<Record<string, z.ZodType | null>>;
  readonly headers?: z.ZodObject;
}

export interface RouteDoc {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: Readonly<Record<string, z.ZodType | null>>;
  readonly responses: Readonly<Partial<Record<200 | 201 | 202 | 204 | 303, ResponseDoc>>>;
  readonly problems?: readonly ProblemStatus[];
}

export const callDocs: Readonly<Record<string, CallDoc>> = {
  submitsignup: {
    summary: 'Signs up; the first sign-in of the number opens the account',
    problems: [409, 428, 429],
  },
  websiteloginotp: {
    summary: 'Sends a one-time password to a registered mobile number',
    problems: [428, 429],
  },
  submitwithotp: {
    summary: 'Signs in with the one-time password; sets the session’s cookie',
    problems: [428, 429],
  },
  confirmsignup: {
    summary: 'Confirms or corrects the data of an account whose sign-up another browser made',
    problems: [409, 429],
  },
  logout: { summary: 'Ends the session everywhere' },
  session: { summary: 'The signed-in user' },
  getsessions: { summary: 'The user’s sign-ins of the last 90 days, and the open sessions' },
  endsessions: {
    summary: 'Ends all sessions of the user, on every device; 401 unless signed in within 15 minutes',
  },
  getmessagesettings: { summary: 'Whether the applicant gets messages by SMS about an application' },
  setmessagesettings: { summary: 'Turns these messages on or off; one-time passwords are always sent' },
  getsignupconsents: { summary: 'The version of the notice on personal data that the sign-up agreed to' },
  getaccount: { summary: 'The user’s account as it is stored' },
  getretention: { summary: 'The kinds of stored data, with periods and reasons' },
  correctaccount: { summary: 'Corrects the user’s account, except for the mobile number', problems: [429] },
  requestnumberchange: {
    summary:
      'Sends one-time passwords to the old and to the new mobile number; 401 unless signed in within five minutes',
    problems: [428, 429],
  },
  changenumber: {
    summary:
      'Changes the user’s mobile number by both one-time passwords, ends the other sessions and informs the old number; 401 unless signed in within five minutes',
    problems: [428, 429],
  },
  requestnumberundo: {
    summary: 'Sends a one-time password to a number that an account had until a change of the last 24 hours',
    problems: [428, 429],
  },
  undonumberchange: {
    summary: 'Gives the account its former number back, and ends all its sessions',
    problems: [428, 429],
  },
  requesterasure: {
    summary: 'Requests the erasure of all data of the user; 401 unless signed in within five minutes',
  },
  getownerasure: { summary: 'The progress of the user’s erasure, or nothing' },
  geterasure: { summary: 'The progress of an erasure, by its receipt', problems: [429] },
  getdevicekey: { summary: 'The key that encrypts the local draft of a browser' },

  getexamination: { summary: 'The examination: types, agamas, languages, fee and dates' },
  getdistrict: { summary: 'The districts' },
  getmandals: { summary: 'The mandals of all districts' },
  checkaadhar: {
    summary: 'Whether another application holds this Aadhaar number or identity paper',
    problems: [403],
  },
  saveapplicationform: { summary: 'Stores the form as the applicant’s draft', problems: [404, 409] },
  submitapplicationform: {
    summary: 'Submits a form that was not saved before, and returns its order',
    problems: [404, 409],
  },
  paidSubmitapplicationform: {
    summary: 'Submits the saved draft; a repetition returns the same order while it can be paid',
    problems: [404, 409],
  },
  upadteapplication: {
    summary: 'Updates a submitted application of the applicant; every version is stored',
    problems: [404, 409],
  },
  getsaveformdata: { summary: 'The applicant’s draft, or nothing', problems: [403] },
  saveunfinishedform: {
    summary: 'Stores the form as typed, unchecked, until the draft is saved or submitted',
    problems: [403, 409],
  },
  getunfinishedform: { summary: 'The form as typed last, and whether it may be stored' },
  deleteunfinishedform: {
    summary: 'Deletes the form as typed last, and can turn its storing off',
    problems: [403],
  },
  getticketsandprofile: { summary: 'The applicant’s applications, newest first', problems: [403] },
  getapplicationform: {
    summary: 'One application of the applicant in the shape of the form',
    problems: [403, 404],
  },
  getpaymnetstatus: { summary: 'The application of an order of the applicant', problems: [403, 404] },
  getapplicationhistory: {
    summary: 'Every version of an application of the applicant, newest first',
    problems: [403, 404],
  },
  getconsents: { summary: 'The versions of the notice that the applicant’s forms agreed to, newest first' },

  appealrejection: { summary: 'Asks a senior clerk to decide a rejection again, once', problems: [403, 404] },
  filegrievance: {
    summary: 'Files a grievance about an application of the applicant, and returns its number',
    problems: [403, 404],
  },
  requestrevaluation: {
    summary: 'Requests a revaluation of papers of the applicant’s result, and returns its order',
    problems: [400, 403, 404, 503],
  },
  withdrawapplication: {
    summary: 'Deletes an unpaid application of the applicant, and releases mobile and Aadhaar',
    problems: [403, 404],
  },

  postorderdata: {
    summary:
      'Creates an attempt to pay an order of the applicant, and returns the form that leads to the checkout',
    problems: [404, 409],
  },
  getpaymentattempts: {
    summary: 'The attempts to pay an order of the applicant, with their evidence',
    problems: [403, 404],
  },
  recheckpayment: { summary: 'Polls the payment provider now, and updates the ledger', problems: [404] },

  getauthaudit: { summary: 'Sign-ins, changes and reads of the user’s account, newest first' },
  getapplicationaudit: { summary: 'Changes and reads of the user’s applications and papers, newest first' },
  getpaymentaudit: { summary: 'Reads of the user’s payments and decisions on them, newest first' },
  getticketaudit: { summary: 'Downloads and verifications of the user’s tickets, newest first' },

  signinstaff: {
    summary: 'Signs a member of the staff in by password and authenticator; sets the cookie of the desk',
    problems: [429],
  },
  signoutstaff: { summary: 'Ends the session of the member of the staff' },
  getstaffsession: { summary: 'The member of the staff who is signed in' },
  getsigninways: { summary: 'Whether members of the staff can sign in with an account of the department' },
  startpasskeysignin: {
    summary: 'A challenge for a passkey of a member of the staff; binds it to the browser by a cookie',
    problems: [429],
  },
  signinwithpasskey: {
    summary: 'Signs a member of the staff in by a passkey; sets the cookie of the desk',
    problems: [429],
  },
  startdepartmentsignin: {
    summary: 'The address at which the department’s provider signs a member of the staff in',
    problems: [429],
  },
  signinwithdepartment: {
    summary: 'Signs a member of the staff in by the response of the department’s provider',
    problems: [429],
  },
  getpasskeys: { summary: 'The passkeys of the member of the staff' },
  startpasskey: { summary: 'A challenge for a new passkey, for a code of the authenticator' },
  addpasskey: { summary: 'Adds a passkey of the member of the staff' },
  removepasskey: { summary: 'Removes a passkey of the member of the staff' },
  searchcases: { summary: 'Applications by ID, order, number, Aadhaar or name, and by their properties' },
  getcase: { summary: 'An application with its versions and decisions', problems: [404] },
  revealcase: { summary: 'Personal fields of an application, for a recorded reason', problems: [404] },
  addcasenote: { summary: 'Adds a note for colleagues to a case', problems: [404] },
  opengrievance: {
    summary: 'Records a grievance at the telephone, about an application or for a mobile number',
    problems: [400, 404],
  },
  getcallergrievance: { summary: 'The grievance of a caller without an application', problems: [404] },
  revealcaller: { summary: 'The mobile number of such a caller, for a recorded reason', problems: [404] },
  getgrievances: { summary: 'Open grievances and call backs, those that are due first', problems: [400] },
  addgrievanceentry: { summary: 'Adds a call back or the answer to a grievance', problems: [400, 404] },
  getcaseattempts: { summary: 'The attempts to pay the fee of a case', problems: [404] },
  sendtextagain: {
    summary: 'Sends the applicant the last message about the application again, three times a day at most',
    problems: [404],
  },
  endapplicantsessions: {
    summary: 'Ends all sessions of the applicant, for a recorded reason',
    problems: [404],
  },
  getscrutinyqueues: { summary: 'Cases that wait for a decision, by district and type' },
  getscrutinyrules: { summary: 'What clerks check, and the reasons of their decisions' },
  getdeskreport: { summary: 'Counts of applications and of decisions' },
  requestcontacts: { summary: 'Requests a list with names and mobile numbers, for a recorded reason' },
  getdeskaudit: { summary: 'What members of the staff saw and did', problems: [400] },
  getstaffactivity: { summary: 'How much each member of the staff saw and did on a day' },
  getrefundstodecide: { summary: 'Payments that wait for a decision of the department' },
  deciderefund: { summary: 'Returns or keeps a payment; above a limit two people return it' },
  getreconciliation: { summary: 'The ledger of a day beside what Razorpay paid out on it' },
  getstaffaccounts: { summary: 'The accounts of the staff' },
  addstaffaccount: { summary: 'Adds an account, and shows its password and authenticator once' },
  changestaffaccount: {
    summary: 'Disables or enables an account, or replaces its password and authenticator',
  },
  setstaffnumbers: {
    summary: 'Replaces the mobile numbers of a member whose applications this member does not decide',
  },
  getnotices: { summary: 'The department’s notices with their history' },
  proposenotice: { summary: 'Proposes a notice in both languages, or a change of one' },
  publishnotice: { summary: 'Publishes a notice that another person has proposed' },
  endnotice: { summary: 'Withdraws a proposal, and ends a published notice' },
  getexaminationsettings: {
    summary:
      'Dates, fee, contacts, messages and reasons of the examination, with the history of their changes',
  },
  proposesettings: { summary: 'Proposes other dates, fee, contacts, messages or reasons' },
  publishsettings: { summary: 'Has what another person has proposed take effect, without a restart' },
  withdrawsettings: { summary: 'Withdraws what was proposed' },
  previewbatch: {
    summary: 'Stores the waiting cases that a rule of the examination names, without deciding any',
  },
  confirmbatch: { summary: 'Has the cases of a preview accepted ten minutes later', problems: [404] },
  undobatch: { summary: 'Undoes a confirmed batch before its first case is decided', problems: [404] },
  getbatches: { summary: 'Batches of accepted cases, with counts' },
  getbatchcases: { summary: 'What became of each case of a batch', problems: [404] },
  getmarksheets: { summary: 'The files of marks that were read, with their faults and who signed them' },
  checkmarks: { summary: 'Reads and checks a file of marks without publishing any' },
  proposemarks: { summary: 'Proposes the results of a file for a time', problems: [404] },
  signmarks: { summary: 'Has results published that another person has proposed', problems: [404] },
  discardmarks: { summary: 'Discards a file of marks before its results are published', problems: [404] },
  getrevaluations: { summary: 'Paid revaluations that wait for their marks' },
  getattendance: { summary: 'Seated, present and absent candidates of each hall' },
  uploadattendance: { summary: 'Checks and stores the attendance file of a scanner', problems: [400] },
  gethalls: { summary: 'Centres with their seats, and the last plan and pack of each centre district' },
  getplannedseats: { summary: 'The seats of the last plan of a centre district, by list', problems: [404] },
  previewallotment: {
    summary: 'Plans seats for candidates without one, and allots nothing',
    problems: [404],
  },
  confirmallotment: {
    summary: 'Has the seats allotted that another person has previewed',
    problems: [404, 409],
  },
  makehallpack: {
    summary: 'Has the pack of a centre district made: tickets, lists and the data of scanners',
    problems: [404],
  },
  startnextcase: { summary: 'Leases the case that has waited longest' },
  startcase: { summary: 'Leases a case, also from another clerk', problems: [404] },
  releasecase: { summary: 'Ends the lease of a case' },
  decidecase: { summary: 'Accepts, returns or rejects the version of an application', problems: [404, 409] },
};
