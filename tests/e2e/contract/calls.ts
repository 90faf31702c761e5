interface DashboardCall {
  readonly name: string;
  readonly signedIn: boolean;
  /** Refused when it comes from another site. */
  readonly changes: boolean;
}

const read = (name: string): DashboardCall => ({ name, signedIn: false, changes: false });
const change = (name: string): DashboardCall => ({ name, signedIn: false, changes: true });
const ownRead = (name: string): DashboardCall => ({ name, signedIn: true, changes: false });
const ownChange = (name: string): DashboardCall => ({ name, signedIn: true, changes: true });

/** Every call of the dashboard as the interfaces describe it, by hand: the portal is held to it, whatever its own table says. */
const dashboardCalls: readonly DashboardCall[] = [
  read('getexamination'),
  read('getdistrict'),
  read('getmandals'),
  change('submitsignup'),
  change('websiteloginotp'),
  change('submitwithotp'),
  change('logout'),
  ownRead('session'),
  ownRead('getsessions'),
  ownChange('endsessions'),
  ownRead('getdevicekey'),
  ownRead('checkaadhar'),
  ownChange('saveapplicationform'),
  ownChange('submitapplicationform'),
  ownChange('paidSubmitapplicationform'),
  ownChange('upadteapplication'),
  ownRead('getsaveformdata'),
  ownRead('getticketsandprofile'),
  ownRead('getapplicationform'),
  ownRead('getpaymnetstatus'),
  ownRead('getapplicationhistory'),
  ownChange('postorderdata'),
  ownRead('getpaymentattempts'),
  ownChange('recheckpayment'),
];

const namesOf = (calls: readonly DashboardCall[]) => calls.map(({ name }) => name);

export const EVERY = namesOf(dashboardCalls);
export const CHANGING = namesOf(dashboardCalls.filter(({ changes }) => changes));
export const SIGNED_IN = namesOf(dashboardCalls.filter(({ signedIn }) => signedIn));
