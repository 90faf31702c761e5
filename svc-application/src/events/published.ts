import {
  applicationClaimLost,
  applicationPersonErased,
  applicationSubmitted,
  applicationUpdated,
  applicationWithdrawn,
} from '@archaka/contracts';

export const published = [
  applicationSubmitted,
  applicationUpdated,
  applicationClaimLost,
  applicationPersonErased,
  applicationWithdrawn,
];
