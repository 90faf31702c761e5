import {
  applicationAppealed,
  applicationClaimLost,
  applicationPersonErased,
  applicationSubmitted,
  applicationUpdated,
  applicationWithdrawn,
  grievanceFiled,
} from '@archaka/contracts';

export const published = [
  applicationAppealed,
  applicationSubmitted,
  applicationUpdated,
  applicationClaimLost,
  applicationPersonErased,
  applicationWithdrawn,
  grievanceFiled,
];
