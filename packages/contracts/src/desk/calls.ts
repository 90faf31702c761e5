import type { CallDefinition } from '../call.ts';
import { auditRoles, reportRoles, staffRoles } from './staff.ts';

const service = 'desk';
const scrutinyRoles = ['scrutiny-clerk', 'senior-clerk'] as const;
const helpDeskRoles = ['help-desk', 'senior-clerk', 'administrator'] as const;
const resultRoles = ['senior-clerk', 'administrator'] as const;
const hallRoles = ['hall-officer', 'administrator'] as const;

/** 420: the name, the password or the code is wrong. 421: too many attempts. */
/** Above it a search counts no further. */
export const MAX_MATCHES = 1000;

export const signInStaff = {
  name: 'signinstaff',
  service,
  session: 'none',
  kind: 'command',
} as const satisfies CallDefinition;

export const signOutStaff = {
  name: 'signoutstaff',
  service,
  session: 'none',
  kind: 'idempotent',
} as const satisfies CallDefinition;

export const getStaffSession = {
  name: 'getstaffsession',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** What the sign-in offers besides password and code. */
export const getSignInWays = {
  name: 'getsigninways',
  service,
  session: 'none',
  kind: 'query',
} as const satisfies CallDefinition;

export const startPasskeySignIn = {
  name: 'startpasskeysignin',
  service,
  session: 'none',
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: the passkey is unknown, or its challenge was used or has expired. */
export const signInWithPasskey = {
  name: 'signinwithpasskey',
  service,
  session: 'none',
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: no provider is configured. */
export const startDepartmentSignIn = {
  name: 'startdepartmentsignin',
  service,
  session: 'none',
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: the provider did not confirm it. 421: the desk has no such account. */
export const signInWithDepartment = {
  name: 'signinwithdepartment',
  service,
  session: 'none',
  kind: 'command',
} as const satisfies CallDefinition;

/** The caller's own. */
export const getPasskeys = {
  name: 'getpasskeys',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** 420: the code is wrong. 421: too many attempts. */
export const startPasskey = {
  name: 'startpasskey',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: it could not be verified. 421: the caller has too many. */
export const addPasskey = {
  name: 'addpasskey',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'command',
} as const satisfies CallDefinition;

export const removePasskey = {
  name: 'removepasskey',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** By ID, order, mobile, whole Aadhaar or name; and by facets. */
export const searchCases = {
  name: 'searchcases',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'query',
} as const satisfies CallDefinition;

export const getCase = {
  name: 'getcase',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** Mobile and address of a case, for a reason that its applicant can read. */
export const revealCase = {
  name: 'revealcase',
  service,
  session: 'staff',
  roles: ['help-desk', 'scrutiny-clerk', 'senior-clerk', 'finance'],
  kind: 'command',
} as const satisfies CallDefinition;

/** For colleagues; the applicant does not read it. */
export const addCaseNote = {
  name: 'addcasenote',
  service,
  session: 'staff',
  roles: ['help-desk', ...scrutinyRoles, 'finance', 'hall-officer', 'administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** By telephone; the caller may have no application. */
export const openGrievance = {
  name: 'opengrievance',
  service,
  session: 'staff',
  roles: helpDeskRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** Open grievances and call backs. */
export const getGrievances = {
  name: 'getgrievances',
  service,
  session: 'staff',
  roles: [...helpDeskRoles, 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** The grievance of a caller who has no application, without the mobile number. */
export const getCallerGrievance = {
  name: 'getcallergrievance',
  service,
  session: 'staff',
  roles: [...helpDeskRoles, 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** The mobile number of such a caller, for a reason; recorded. */
export const revealCaller = {
  name: 'revealcaller',
  service,
  session: 'staff',
  roles: helpDeskRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** A call back or the answer. 420: it is closed already. */
export const addGrievanceEntry = {
  name: 'addgrievanceentry',
  service,
  session: 'staff',
  roles: helpDeskRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** The attempts to pay the fee of a case, or of its revaluation. */
export const getCaseAttempts = {
  name: 'getcaseattempts',
  service,
  session: 'staff',
  roles: [...helpDeskRoles, 'finance', 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** The last message about an application. 420: there is none. 421: three times today already. */
export const sendTextAgain = {
  name: 'sendtextagain',
  service,
  session: 'staff',
  roles: helpDeskRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** For a reason that the applicant can read. */
export const endApplicantSessions = {
  name: 'endapplicantsessions',
  service,
  session: 'staff',
  roles: helpDeskRoles,
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** How many cases wait, by district and type, and since when. */
export const getScrutinyQueues = {
  name: 'getscrutinyqueues',
  service,
  session: 'staff',
  roles: [...scrutinyRoles, 'administrator', 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** The checks and reasons of the current examination. No data: its papers are not scrutinised. */
export const getScrutinyRules = {
  name: 'getscrutinyrules',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** Applications by district, type, payment and scrutiny; by day; and decisions by clerk. */
export const getDeskReport = {
  name: 'getdeskreport',
  service,
  session: 'staff',
  roles: reportRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** A download of the applications of some facets with names and mobile numbers, for a reason that each applicant can read. 420: too many. */
export const requestContacts = {
  name: 'requestcontacts',
  service,
  session: 'staff',
  roles: ['senior-clerk', 'administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** What members of the staff saw and did on a day, or with an application. */
export const getDeskAudit = {
  name: 'getdeskaudit',
  service,
  session: 'staff',
  roles: auditRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** How much each member of the staff saw and did on a day. */
export const getStaffActivity = {
  name: 'getstaffactivity',
  service,
  session: 'staff',
  roles: auditRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** Payments that wait for a decision. */
export const getRefundsToDecide = {
  name: 'getrefundstodecide',
  service,
  session: 'staff',
  roles: ['finance', 'auditor', 'administrator'],
  kind: 'query',
} as const satisfies CallDefinition;

/** 420: no decision is pending. 421: the same person has approved already. */
export const decideRefund = {
  name: 'deciderefund',
  service,
  session: 'staff',
  roles: ['finance'],
  kind: 'command',
} as const satisfies CallDefinition;

/** The ledger of a day beside what Razorpay paid out on it. */
export const getReconciliation = {
  name: 'getreconciliation',
  service,
  session: 'staff',
  roles: ['finance', 'auditor', 'administrator'],
  kind: 'query',
} as const satisfies CallDefinition;

export const getStaffAccounts = {
  name: 'getstaffaccounts',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'query',
} as const satisfies CallDefinition;

/** 420: the name is in use. */
export const addStaffAccount = {
  name: 'addstaffaccount',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: unknown name. 421: the own account. */
export const changeStaffAccount = {
  name: 'changestaffaccount',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** Replaces the mobile numbers of a member and their family, whose applications the member does not decide. 420: unknown name. 421: the own account. */
export const setStaffNumbers = {
  name: 'setstaffnumbers',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** Notices of the department with their history. */
export const getNotices = {
  name: 'getnotices',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** A new notice, or a change of one; another person publishes it. 420: the notice has changed meanwhile. */
export const proposeNotice = {
  name: 'proposenotice',
  service,
  session: 'staff',
  roles: ['senior-clerk', 'administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: the notice has changed meanwhile. 421: the caller has proposed it. */
export const publishNotice = {
  name: 'publishnotice',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** Withdraws a proposal, and ends what is published before its time. 420: the notice has changed meanwhile. */
export const endNotice = {
  name: 'endnotice',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** Dates, fee, contacts, messages and reasons of the current examination, with the history of their changes. */
export const getExaminationSettings = {
  name: 'getexaminationsettings',
  service,
  session: 'staff',
  roles: staffRoles,
  kind: 'query',
} as const satisfies CallDefinition;

/** Another person publishes them. 420: another proposal or publication came first. */
export const proposeSettings = {
  name: 'proposesettings',
  service,
  session: 'staff',
  roles: ['senior-clerk', 'administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: the proposal has changed meanwhile. 421: the caller has proposed it. */
export const publishSettings = {
  name: 'publishsettings',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** 420: the proposal has changed meanwhile. */
export const withdrawSettings = {
  name: 'withdrawsettings',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** The mark sheets of all examinations, newest first. */
export const getMarkSheets = {
  name: 'getmarksheets',
  service,
  session: 'staff',
  roles: [...resultRoles, 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** Reads and checks a file of marks; nothing of it is published yet. 420: it is no such file. */
export const checkMarks = {
  name: 'checkmarks',
  service,
  session: 'staff',
  roles: resultRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** For a second person. 420: the sheet has changed meanwhile. 421: it has faults that are not set aside. */
export const proposeMarks = {
  name: 'proposemarks',
  service,
  session: 'staff',
  roles: resultRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** The results are published at their time. 420: the sheet has changed meanwhile. 421: the caller has proposed it. */
export const signMarks = {
  name: 'signmarks',
  service,
  session: 'staff',
  roles: ['administrator'],
  kind: 'command',
} as const satisfies CallDefinition;

/** Before any of its results is published. 420: the sheet has changed meanwhile. */
export const discardMarks = {
  name: 'discardmarks',
  service,
  session: 'staff',
  roles: resultRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** Paid revaluations that wait for their marks, those that have waited longest first. */
export const getRevaluations = {
  name: 'getrevaluations',
  service,
  session: 'staff',
  roles: [...resultRoles, 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** Seated, present and absent candidates of each hall. */
export const getAttendance = {
  name: 'getattendance',
  service,
  session: 'staff',
  roles: [...hallRoles, 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** Checks and stores a scanner's file. 420: it is no such file. 421: the day of the examination is not known. */
export const uploadAttendance = {
  name: 'uploadattendance',
  service,
  session: 'staff',
  roles: hallRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** Centres with their seats, and the last plan and pack of each centre district. */
export const getHalls = {
  name: 'gethalls',
  service,
  session: 'staff',
  roles: [...hallRoles, 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** Of the last plan of a centre district. */
export const getPlannedSeats = {
  name: 'getplannedseats',
  service,
  session: 'staff',
  roles: [...hallRoles, 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** Plans seats for candidates without one; nothing is allotted yet. 420: a confirmed plan is being carried out. */
export const previewAllotment = {
  name: 'previewallotment',
  service,
  session: 'staff',
  roles: hallRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** 409: candidates have changed since the preview. 420: it is not the last plan. 421: the caller previewed it. */
export const confirmAllotment = {
  name: 'confirmallotment',
  service,
  session: 'staff',
  roles: hallRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** Has the papers of a centre district made as one file. 420: they are being made. */
export const makeHallPack = {
  name: 'makehallpack',
  service,
  session: 'staff',
  roles: hallRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** Leases the case that has waited longest. No data: none waits. */
export const startNextCase = {
  name: 'startnextcase',
  service,
  session: 'staff',
  roles: scrutinyRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** Leases this case. 420: another clerk has it, unless it is taken over. 421: it does not wait for a decision. */
export const startCase = {
  name: 'startcase',
  service,
  session: 'staff',
  roles: scrutinyRoles,
  kind: 'command',
} as const satisfies CallDefinition;

export const releaseCase = {
  name: 'releasecase',
  service,
  session: 'staff',
  roles: scrutinyRoles,
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** 409: the application has another version. 420: the lease is another clerk's. 421: it is decided already. */
export const decideCase = {
  name: 'decidecase',
  service,
  session: 'staff',
  roles: scrutinyRoles,
  kind: 'command',
} as const satisfies CallDefinition;

/** Stores the cases that a rule names, with their versions; nothing is decided yet. No data: it names none. 420: unknown rule. */
export const previewBatch = {
  name: 'previewbatch',
  service,
  session: 'staff',
  roles: ['senior-clerk'],
  kind: 'command',
} as const satisfies CallDefinition;

/** Its cases are accepted ten minutes later. 420: it is no preview any more. 421: another person's preview. */
export const confirmBatch = {
  name: 'confirmbatch',
  service,
  session: 'staff',
  roles: ['senior-clerk'],
  kind: 'command',
} as const satisfies CallDefinition;

/** Before its first case is decided. 420: it is too late, or it was not confirmed. */
export const undoBatch = {
  name: 'undobatch',
  service,
  session: 'staff',
  roles: ['senior-clerk'],
  kind: 'command',
} as const satisfies CallDefinition;

/** Newest first, with counts. */
export const getBatches = {
  name: 'getbatches',
  service,
  session: 'staff',
  roles: ['senior-clerk', 'administrator', 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;

/** What became of each case of a batch. */
export const getBatchCases = {
  name: 'getbatchcases',
  service,
  session: 'staff',
  roles: ['senior-clerk', 'administrator', 'auditor'],
  kind: 'query',
} as const satisfies CallDefinition;
