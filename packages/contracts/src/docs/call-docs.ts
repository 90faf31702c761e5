import type * as z from 'zod';

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 428 | 429 | 503;

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

/** What a call does, and its problems besides those of all calls. */
export type CallDoc = readonly [summary: string, ...problems: ProblemStatus[]];

export const callDocs: Readonly<Record<string, CallDoc>> = {
  submitsignup: ['Signs up; the first sign-in of the number opens the account', 409, 428, 429],
  websiteloginotp: ['Sends a one-time password to a registered mobile number', 428, 429],
  submitwithotp: ['Signs in with the one-time password; sets the session’s cookie', 428, 429],
  confirmsignup: ['Confirms or corrects the data of an account whose sign-up another browser made', 409, 429],
  logout: ['Ends the session everywhere'],
  session: ['The signed-in user'],
  getsessions: ['The user’s sign-ins of the last 90 days, and the open sessions'],
  endsessions: ['Ends all sessions of the user, on every device; 401 unless signed in within 15 minutes'],
  getmessagesettings: ['Whether the applicant gets messages by SMS about an application'],
  setmessagesettings: ['Turns these messages on or off; one-time passwords are always sent'],
  getsignupconsents: ['The version of the notice on personal data that the sign-up agreed to'],
  getaccount: ['The user’s account as it is stored'],
  getretention: ['The kinds of stored data, with periods and reasons'],
  correctaccount: ['Corrects the user’s account, except for the mobile number', 429],
  requestnumberchange: [
    'Sends one-time passwords to the old and to the new mobile number; 401 unless signed in within five minutes',
    428,
    429,
  ],
  changenumber: [
    'Changes the user’s mobile number by both one-time passwords, ends the other sessions and informs the old number; 401 unless signed in within five minutes',
    428,
    429,
  ],
  requestnumberundo: [
    'Sends a one-time password to a number that an account had until a change of the last 24 hours',
    428,
    429,
  ],
  undonumberchange: ['Gives the account its former number back, and ends all its sessions', 428, 429],
  requesterasure: ['Requests the erasure of all data of the user; 401 unless signed in within five minutes'],
  getownerasure: ['The progress of the user’s erasure, or nothing'],
  geterasure: ['The progress of an erasure, by its receipt', 429],
  getdevicekey: ['The key that encrypts the local draft of a browser'],

  getexamination: ['The examination: types, agamas, languages, fee and dates'],
  getdistrict: ['The districts'],
  getmandals: ['The mandals of all districts'],
  checkaadhar: ['Whether another application holds this Aadhaar number or identity paper', 403],
  saveapplicationform: ['Stores the form as the applicant’s draft', 404, 409],
  submitapplicationform: ['Submits a form that was not saved before, and returns its order', 404, 409],
  paidSubmitapplicationform: [
    'Submits the saved draft; a repetition returns the same order while it can be paid',
    404,
    409,
  ],
  upadteapplication: ['Updates a submitted application of the applicant; every version is stored', 404, 409],
  getsaveformdata: ['The applicant’s draft, or nothing', 403],
  saveunfinishedform: [
    'Stores the form as typed, unchecked, until the draft is saved or submitted',
    403,
    409,
  ],
  getunfinishedform: ['The form as typed last, and whether it may be stored'],
  deleteunfinishedform: ['Deletes the form as typed last, and can turn its storing off', 403],
  getticketsandprofile: ['The applicant’s applications, newest first', 403],
  getapplicationform: ['One application of the applicant in the shape of the form', 403, 404],
  getpaymnetstatus: ['The application of an order of the applicant', 403, 404],
  getapplicationhistory: ['Every version of an application of the applicant, newest first', 403, 404],
  getconsents: ['The versions of the notice that the applicant’s forms agreed to, newest first'],

  appealrejection: ['Asks a senior clerk to decide a rejection again, once', 403, 404],
  filegrievance: [
    'Files a grievance about an application of the applicant, and returns its number',
    403,
    404,
  ],
  requestrevaluation: [
    'Requests a revaluation of papers of the applicant’s result, and returns its order',
    400,
    403,
    404,
    503,
  ],
  withdrawapplication: [
    'Deletes an unpaid application of the applicant, and releases mobile and Aadhaar',
    403,
    404,
  ],

  postorderdata: [
    'Creates an attempt to pay an order of the applicant, and returns the form that leads to the checkout',
    404,
    409,
  ],
  getpaymentattempts: ['The attempts to pay an order of the applicant, with their evidence', 403, 404],
  recheckpayment: ['Polls the payment provider now, and updates the ledger', 404],

  getauthaudit: ['Sign-ins, changes and reads of the user’s account, newest first'],
  getapplicationaudit: ['Changes and reads of the user’s applications and papers, newest first'],
  getpaymentaudit: ['Reads of the user’s payments and decisions on them, newest first'],
  getticketaudit: ['Downloads and verifications of the user’s tickets, newest first'],

  signinstaff: [
    'Signs a member of the staff in by password and authenticator; sets the cookie of the desk',
    429,
  ],
  signoutstaff: ['Ends the session of the member of the staff'],
  getstaffsession: ['The member of the staff who is signed in'],
  getsigninways: ['Whether members of the staff can sign in with an account of the department'],
  startpasskeysignin: [
    'A challenge for a passkey of a member of the staff; binds it to the browser by a cookie',
    429,
  ],
  signinwithpasskey: ['Signs a member of the staff in by a passkey; sets the cookie of the desk', 429],
  startdepartmentsignin: [
    'The address at which the department’s provider signs a member of the staff in',
    429,
  ],
  signinwithdepartment: ['Signs a member of the staff in by the response of the department’s provider', 429],
  getpasskeys: ['The passkeys of the member of the staff'],
  startpasskey: ['A challenge for a new passkey, for a code of the authenticator'],
  addpasskey: ['Adds a passkey of the member of the staff'],
  removepasskey: ['Removes a passkey of the member of the staff'],
  searchcases: ['Applications by ID, order, number, Aadhaar or name, and by their properties'],
  getcase: ['An application with its versions and decisions', 404],
  revealcase: ['Personal fields of an application, for a recorded reason', 404],
  addcasenote: ['Adds a note for colleagues to a case', 404],
  opengrievance: [
    'Records a grievance at the telephone, about an application or for a mobile number',
    400,
    404,
  ],
  getcallergrievance: ['The grievance of a caller without an application', 404],
  revealcaller: ['The mobile number of such a caller, for a recorded reason', 404],
  getgrievances: ['Open grievances and call backs, those that are due first', 400],
  addgrievanceentry: ['Adds a call back or the answer to a grievance', 400, 404],
  getcaseattempts: ['The attempts to pay the fee of a case', 404],
  sendtextagain: [
    'Sends the applicant the last message about the application again, three times a day at most',
    404,
  ],
  endapplicantsessions: ['Ends all sessions of the applicant, for a recorded reason', 404],
  getscrutinyqueues: ['Cases that wait for a decision, by district and type'],
  getscrutinyrules: ['What clerks check, and the reasons of their decisions'],
  getdeskreport: ['Counts of applications and of decisions'],
  requestcontacts: ['Requests a list with names and mobile numbers, for a recorded reason'],
  getdeskaudit: ['What members of the staff saw and did', 400],
  getstaffactivity: ['How much each member of the staff saw and did on a day'],
  getrefundstodecide: ['Payments that wait for a decision of the department'],
  deciderefund: ['Returns or keeps a payment; above a limit two people return it'],
  getreconciliation: ['The ledger of a day beside what Razorpay paid out on it'],
  getstaffaccounts: ['The accounts of the staff'],
  addstaffaccount: ['Adds an account, and shows its password and authenticator once'],
  changestaffaccount: ['Disables or enables an account, or replaces its password and authenticator'],
  setstaffnumbers: ['Replaces the mobile numbers of a member whose applications this member does not decide'],
  getnotices: ['The department’s notices with their history'],
  proposenotice: ['Proposes a notice in both languages, or a change of one'],
  publishnotice: ['Publishes a notice that another person has proposed'],
  endnotice: ['Withdraws a proposal, and ends a published notice'],
  getexaminationsettings: [
    'Dates, fee, contacts, messages and reasons of the examination, with the history of their changes',
  ],
  proposesettings: ['Proposes other dates, fee, contacts, messages or reasons'],
  publishsettings: ['Has what another person has proposed take effect, without a restart'],
  withdrawsettings: ['Withdraws what was proposed'],
  previewbatch: ['Stores the waiting cases that a rule of the examination names, without deciding any'],
  confirmbatch: ['Has the cases of a preview accepted ten minutes later', 404],
  undobatch: ['Undoes a confirmed batch before its first case is decided', 404],
  getbatches: ['Batches of accepted cases, with counts'],
  getbatchcases: ['What became of each case of a batch', 404],
  getmarksheets: ['The files of marks that were read, with their faults and who signed them'],
  checkmarks: ['Reads and checks a file of marks without publishing any'],
  proposemarks: ['Proposes the results of a file for a time', 404],
  signmarks: ['Has results published that another person has proposed', 404],
  discardmarks: ['Discards a file of marks before its results are published', 404],
  getrevaluations: ['Paid revaluations that wait for their marks'],
  getattendance: ['Seated, present and absent candidates of each hall'],
  uploadattendance: ['Checks and stores the attendance file of a scanner', 400],
  gethalls: ['Centres with their seats, and the last plan and pack of each centre district'],
  getplannedseats: ['The seats of the last plan of a centre district, by list', 404],
  previewallotment: ['Plans seats for candidates without one, and allots nothing', 404],
  confirmallotment: ['Has the seats allotted that another person has previewed', 404, 409],
  makehallpack: ['Has the pack of a centre district made: tickets, lists and the data of scanners', 404],
  startnextcase: ['Leases the case that has waited longest'],
  startcase: ['Leases a case, also from another clerk', 404],
  releasecase: ['Ends the lease of a case'],
  decidecase: ['Accepts, returns or rejects the version of an application', 404, 409],
};
