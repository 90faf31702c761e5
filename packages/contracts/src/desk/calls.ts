import { auditRoles, reportRoles, staffRoles } from './staff.ts';

const service = 'desk';
const visitor = { service, session: 'none' } as const;
const staff = { service, session: 'staff' } as const;
const anyStaff = { ...staff, roles: staffRoles } as const;
const scrutiny = { ...staff, roles: ['scrutiny-clerk', 'senior-clerk'] } as const;
const helpDesk = { ...staff, roles: ['help-desk', 'senior-clerk', 'administrator'] } as const;
const halls = { ...staff, roles: ['hall-officer', 'administrator'] } as const;
const seniorClerk = { ...staff, roles: ['senior-clerk'] } as const;
const seniors = { ...staff, roles: ['senior-clerk', 'administrator'] } as const;
const administrator = { ...staff, roles: ['administrator'] } as const;
const helpDeskAndAuditor = { ...staff, roles: [...helpDesk.roles, 'auditor'] } as const;
const hallsAndAuditor = { ...staff, roles: [...halls.roles, 'auditor'] } as const;
const seniorsAndAuditor = { ...staff, roles: [...seniors.roles, 'auditor'] } as const;
const moneyReaders = { ...staff, roles: ['finance', 'auditor', 'administrator'] } as const;
const auditReaders = { ...staff, roles: auditRoles } as const;

/** Above it a search counts no further. */
export const MAX_MATCHES = 1000;

/** 420: the name, the password or the code is wrong. 421: too many attempts. */
export const signInStaff = { name: 'signinstaff', ...visitor, kind: 'command' } as const;

export const signOutStaff = { name: 'signoutstaff', ...visitor, kind: 'idempotent' } as const;

export const getStaffSession = { name: 'getstaffsession', ...anyStaff, kind: 'query' } as const;

/** What the sign-in offers besides password and code. */
export const getSignInWays = { name: 'getsigninways', ...visitor, kind: 'query' } as const;

export const startPasskeySignIn = { name: 'startpasskeysignin', ...visitor, kind: 'command' } as const;

/** 420: the passkey is unknown, or its challenge was used or has expired. */
export const signInWithPasskey = { name: 'signinwithpasskey', ...visitor, kind: 'command' } as const;

/** 420: no provider is configured. */
export const startDepartmentSignIn = { name: 'startdepartmentsignin', ...visitor, kind: 'command' } as const;

/** 420: the provider did not confirm it. 421: the desk has no such account. */
export const signInWithDepartment = { name: 'signinwithdepartment', ...visitor, kind: 'command' } as const;

/** The caller's own. */
export const getPasskeys = { name: 'getpasskeys', ...anyStaff, kind: 'query' } as const;

/** 420: the code is wrong. 421: too many attempts. */
export const startPasskey = { name: 'startpasskey', ...anyStaff, kind: 'command' } as const;

/** 420: it could not be verified. 421: the caller has too many. */
export const addPasskey = { name: 'addpasskey', ...anyStaff, kind: 'command' } as const;

export const removePasskey = { name: 'removepasskey', ...anyStaff, kind: 'idempotent' } as const;

/** By ID, order, mobile, whole Aadhaar or name; and by facets. */
export const searchCases = { name: 'searchcases', ...anyStaff, kind: 'query' } as const;

export const getCase = { name: 'getcase', ...anyStaff, kind: 'query' } as const;

/** Mobile and address of a case, for a reason that its applicant can read. */
export const revealCase = {
  name: 'revealcase',
  ...staff,
  roles: ['help-desk', 'scrutiny-clerk', 'senior-clerk', 'finance'],
  kind: 'command',
} as const;

/** For colleagues; the applicant does not read it. */
export const addCaseNote = {
  name: 'addcasenote',
  ...staff,
  roles: ['help-desk', ...scrutiny.roles, 'finance', 'hall-officer', 'administrator'],
  kind: 'command',
} as const;

/** By telephone; the caller may have no application. */
export const openGrievance = { name: 'opengrievance', ...helpDesk, kind: 'command' } as const;

/** Open grievances and call backs. */
export const getGrievances = { name: 'getgrievances', ...helpDeskAndAuditor, kind: 'query' } as const;

/** The grievance of a caller who has no application, without the mobile number. */
export const getCallerGrievance = {
  name: 'getcallergrievance',
  ...helpDeskAndAuditor,
  kind: 'query',
} as const;

/** The mobile number of such a caller, for a reason; recorded. */
export const revealCaller = { name: 'revealcaller', ...helpDesk, kind: 'command' } as const;

/** A call back or the answer. 420: it is closed already. */
export const addGrievanceEntry = { name: 'addgrievanceentry', ...helpDesk, kind: 'command' } as const;

/** The attempts to pay the fee of a case, or of its revaluation. */
export const getCaseAttempts = {
  name: 'getcaseattempts',
  ...staff,
  roles: [...helpDesk.roles, 'finance', 'auditor'],
  kind: 'query',
} as const;

/** The last message about an application. 420: there is none. 421: three times today already. */
export const sendTextAgain = { name: 'sendtextagain', ...helpDesk, kind: 'command' } as const;

/** For a reason that the applicant can read. */
export const endApplicantSessions = {
  name: 'endapplicantsessions',
  ...helpDesk,
  kind: 'idempotent',
} as const;

/** How many cases wait, by district and type, and since when. */
export const getScrutinyQueues = {
  name: 'getscrutinyqueues',
  ...staff,
  roles: [...scrutiny.roles, 'administrator', 'auditor'],
  kind: 'query',
} as const;

/** The checks and reasons of the current examination. No data: its papers are not scrutinised. */
export const getScrutinyRules = { name: 'getscrutinyrules', ...anyStaff, kind: 'query' } as const;

/** Applications by district, type, payment and scrutiny; by day; and decisions by clerk. */
export const getDeskReport = { name: 'getdeskreport', ...staff, roles: reportRoles, kind: 'query' } as const;

/** A download of the applications of some facets with names and mobile numbers, for a reason that each applicant can read. 420: too many. */
export const requestContacts = { name: 'requestcontacts', ...seniors, kind: 'command' } as const;

/** What members of the staff saw and did on a day, or with an application. */
export const getDeskAudit = { name: 'getdeskaudit', ...auditReaders, kind: 'query' } as const;

/** How much each member of the staff saw and did on a day. */
export const getStaffActivity = { name: 'getstaffactivity', ...auditReaders, kind: 'query' } as const;

/** Payments that wait for a decision. */
export const getRefundsToDecide = { name: 'getrefundstodecide', ...moneyReaders, kind: 'query' } as const;

/** 420: no decision is pending. 421: the same person has approved already. */
export const decideRefund = { name: 'deciderefund', ...staff, roles: ['finance'], kind: 'command' } as const;

/** The ledger of a day beside what Razorpay paid out on it. */
export const getReconciliation = { name: 'getreconciliation', ...moneyReaders, kind: 'query' } as const;

export const getStaffAccounts = { name: 'getstaffaccounts', ...administrator, kind: 'query' } as const;

/** 420: the name is in use. */
export const addStaffAccount = { name: 'addstaffaccount', ...administrator, kind: 'command' } as const;

/** 420: unknown name. 421: the own account. */
export const changeStaffAccount = { name: 'changestaffaccount', ...administrator, kind: 'command' } as const;

/** Replaces the mobile numbers of a member and their family, whose applications the member does not decide. 420: unknown name. 421: the own account. */
export const setStaffNumbers = { name: 'setstaffnumbers', ...administrator, kind: 'idempotent' } as const;

/** Notices of the department with their history. */
export const getNotices = { name: 'getnotices', ...anyStaff, kind: 'query' } as const;

/** A new notice, or a change of one; another person publishes it. 420: the notice has changed meanwhile. */
export const proposeNotice = { name: 'proposenotice', ...seniors, kind: 'command' } as const;

/** 420: the notice has changed meanwhile. 421: the caller has proposed it. */
export const publishNotice = { name: 'publishnotice', ...administrator, kind: 'command' } as const;

/** Withdraws a proposal, and ends what is published before its time. 420: the notice has changed meanwhile. */
export const endNotice = { name: 'endnotice', ...administrator, kind: 'command' } as const;

/** Dates, fee, contacts, messages and reasons of the current examination, with the history of their changes. */
export const getExaminationSettings = { name: 'getexaminationsettings', ...anyStaff, kind: 'query' } as const;

/** Another person publishes them. 420: another proposal or publication came first. */
export const proposeSettings = { name: 'proposesettings', ...seniors, kind: 'command' } as const;

/** 420: the proposal has changed meanwhile. 421: the caller has proposed it. */
export const publishSettings = { name: 'publishsettings', ...administrator, kind: 'command' } as const;

/** 420: the proposal has changed meanwhile. */
export const withdrawSettings = { name: 'withdrawsettings', ...administrator, kind: 'command' } as const;

/** The mark sheets of all examinations, newest first. */
export const getMarkSheets = { name: 'getmarksheets', ...seniorsAndAuditor, kind: 'query' } as const;

/** Reads and checks a file of marks; nothing of it is published yet. 420: it is no such file. */
export const checkMarks = { name: 'checkmarks', ...seniors, kind: 'command' } as const;

/** For a second person. 420: the sheet has changed meanwhile. 421: it has faults that are not set aside. */
export const proposeMarks = { name: 'proposemarks', ...seniors, kind: 'command' } as const;

/** The results are published at their time. 420: the sheet has changed meanwhile. 421: the caller has proposed it. */
export const signMarks = { name: 'signmarks', ...administrator, kind: 'command' } as const;

/** Before any of its results is published. 420: the sheet has changed meanwhile. */
export const discardMarks = { name: 'discardmarks', ...seniors, kind: 'command' } as const;

/** Paid revaluations that wait for their marks, those that have waited longest first. */
export const getRevaluations = { name: 'getrevaluations', ...seniorsAndAuditor, kind: 'query' } as const;

/** Seated, present and absent candidates of each hall. */
export const getAttendance = { name: 'getattendance', ...hallsAndAuditor, kind: 'query' } as const;

/** Checks and stores a scanner's file. 420: it is no such file. 421: the day of the examination is not known. */
export const uploadAttendance = { name: 'uploadattendance', ...halls, kind: 'command' } as const;

/** Centres with their seats, and the last plan and pack of each centre district. */
export const getHalls = { name: 'gethalls', ...hallsAndAuditor, kind: 'query' } as const;

/** Of the last plan of a centre district. */
export const getPlannedSeats = { name: 'getplannedseats', ...hallsAndAuditor, kind: 'query' } as const;

/** Plans seats for candidates without one; nothing is allotted yet. 420: a confirmed plan is being carried out. */
export const previewAllotment = { name: 'previewallotment', ...halls, kind: 'command' } as const;

/** 409: candidates have changed since the preview. 420: it is not the last plan. 421: the caller previewed it. */
export const confirmAllotment = { name: 'confirmallotment', ...halls, kind: 'command' } as const;

/** Has the papers of a centre district made as one file. 420: they are being made. */
export const makeHallPack = { name: 'makehallpack', ...halls, kind: 'command' } as const;

/** Leases the case that has waited longest. No data: none waits. */
export const startNextCase = { name: 'startnextcase', ...scrutiny, kind: 'command' } as const;

/** Leases this case. 420: another clerk has it, unless it is taken over. 421: it does not wait for a decision. */
export const startCase = { name: 'startcase', ...scrutiny, kind: 'command' } as const;

export const releaseCase = { name: 'releasecase', ...scrutiny, kind: 'idempotent' } as const;

/** 409: the application has another version. 420: the lease is another clerk's. 421: it is decided already. */
export const decideCase = { name: 'decidecase', ...scrutiny, kind: 'command' } as const;

/** Stores the cases that a rule names, with their versions; nothing is decided yet. No data: it names none. 420: unknown rule. */
export const previewBatch = { name: 'previewbatch', ...seniorClerk, kind: 'command' } as const;

/** Its cases are accepted ten minutes later. 420: it is no preview any more. 421: another person's preview. */
export const confirmBatch = { name: 'confirmbatch', ...seniorClerk, kind: 'command' } as const;

/** Before its first case is decided. 420: it is too late, or it was not confirmed. */
export const undoBatch = { name: 'undobatch', ...seniorClerk, kind: 'command' } as const;

/** Newest first, with counts. */
export const getBatches = { name: 'getbatches', ...seniorsAndAuditor, kind: 'query' } as const;

/** What became of each case of a batch. */
export const getBatchCases = { name: 'getbatchcases', ...seniorsAndAuditor, kind: 'query' } as const;
