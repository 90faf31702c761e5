import {
  applicationAppealed,
  applicationClaimLost,
  applicationPersonErased,
  applicationSubmitted,
  applicationUpdated,
  applicationWithdrawn,
} from '@archaka/contracts';

export const published = [
  applicationAppealed,
  applicationSubmitted,
  applicationUpdated,
  applicationClaimLost,
  applicationPersonErased,
  applicationWithdrawn,
];
