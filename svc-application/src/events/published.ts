import { applicationClaimLost, applicationSubmitted, applicationUpdated } from '@archaka/contracts';

/** What this service tells the others. */
export const published = [applicationSubmitted, applicationUpdated, applicationClaimLost];
