interface DashboardCall {
  readonly name: string;
  readonly needsSession: boolean;
  /** Rejected when it comes from another site. */
  readonly isCommand: boolean;
}

const publicQuery = (name: string): DashboardCall => ({ name, needsSession: false, isCommand: false });
const publicCommand = (name: string): DashboardCall => ({ name, needsSession: false, isCommand: true });
const sessionQuery = (name: string): DashboardCall => ({ name, needsSession: true, isCommand: false });
const sessionCommand = (name: string): DashboardCall => ({ name, needsSession: true, isCommand: true });

/** Every call of the dashboard, written by hand from the interfaces, independently of the portal's own table. */
const dashboardCalls: readonly DashboardCall[] = [
  publicQuery('getexamination'),
  publicQuery('getdistrict'),
  publicQuery('getmandals'),
  publicCommand('submitsignup'),
  publicCommand('websiteloginotp'),
  publicCommand('submitwithotp'),
  publicCommand('logout'),
  sessionCommand('confirmsignup'),
  sessionQuery('session'),
  sessionQuery('getsessions'),
  sessionCommand('endsessions'),
  sessionQuery('getmessagesettings'),
  sessionCommand('setmessagesettings'),
  sessionQuery('getsignupconsents'),
  sessionQuery('getdevicekey'),
  sessionQuery('checkaadhar'),
  sessionCommand('saveapplicationform'),
  sessionCommand('submitapplicationform'),
  sessionCommand('paidSubmitapplicationform'),
  sessionCommand('upadteapplication'),
  sessionQuery('getsaveformdata'),
  sessionQuery('getticketsandprofile'),
  sessionQuery('getconsents'),
  sessionQuery('getapplicationform'),
  sessionQuery('getpaymnetstatus'),
  sessionQuery('getapplicationhistory'),
  sessionCommand('postorderdata'),
  sessionQuery('getpaymentattempts'),
  sessionCommand('recheckpayment'),
  sessionQuery('getauthaudit'),
  sessionQuery('getapplicationaudit'),
  sessionQuery('getpaymentaudit'),
  sessionQuery('getticketaudit'),
  sessionQuery('getaccount'),
  publicQuery('getretention'),
  sessionCommand('correctaccount'),
  sessionCommand('requestnumberchange'),
  sessionCommand('changenumber'),
  publicCommand('requestnumberundo'),
  publicCommand('undonumberchange'),
  sessionCommand('withdrawapplication'),
  sessionCommand('requesterasure'),
  sessionQuery('getownerasure'),
  publicQuery('geterasure'),
];

const toNames = (calls: readonly DashboardCall[]) => calls.map(({ name }) => name);

export const ALL_CALLS = toNames(dashboardCalls);
export const COMMANDS = toNames(dashboardCalls.filter(({ isCommand }) => isCommand));
export const SESSION_CALLS = toNames(dashboardCalls.filter(({ needsSession }) => needsSession));
