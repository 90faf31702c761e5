import { applicationClaimLost, applicationSubmitted, applicationUpdated } from '@archaka/contracts';

export const published = [applicationSubmitted, applicationUpdated, applicationClaimLost];
