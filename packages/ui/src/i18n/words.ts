import { msg } from '@lingui/core/macro';
import type { Word } from './languages.ts';

export const words = {
  portal: msg`Archaka examinations`,
  home: msg`Home`,
  about: msg`About`,
  applicationForm: msg`Application Form`,
  applicationHistory: msg`Application History`,
  menu: msg`Menu`,
  skipToContent: msg`Skip to content`,

  signIn: msg`Sign-In`,
  login: msg`Login`,
  signUp: msg`Sign-Up`,
  logout: msg`Logout`,
  mobileNumber: msg`Mobile number`,
  otp: msg`One-time password (OTP)`,
  requestOtp: msg`Request For OTP`,
  email: msg`E-mail`,
  address: msg`Address`,
  landmark: msg`Landmark`,
  town: msg`Town`,
  pincode: msg`Pincode`,
  devasthanam: msg`Devasthanam`,

  name: msg`Name`,
  fatherName: msg`Father's name`,
  aadhaarNumber: msg`Aadhaar number`,
  dateOfBirth: msg`Date of birth`,
  day: msg`Day`,
  month: msg`Month`,
  year: msg`Year`,
  age: msg`Age`,
  postalAddress: msg`Postal address`,
  district: msg`District`,
  mandal: msg`Mandal`,
  examType: msg`Exam type`,
  regularOrCompartmental: msg`Regular or compartmental`,
  regular: msg`Regular`,
  compartmental: msg`Compartmental`,
  previousHallTicket: msg`Previous hall ticket number`,
  languages: msg`Parts to be written`,
  centreDistrict: msg`Centre district`,
  agamamu: msg`Agamamu`,
  birthCertificate: msg`Birth certificate`,
  previousCertificate: msg`Previous certificate`,
  marksMemo: msg`Marks memo`,
  photo: msg`Photo`,
  fee: msg`Fee`,
  birthStar: msg`Birth star`,

  clear: msg`Clear`,
  save: msg`Save`,
  confirmToPay: msg`Confirm to Pay`,
  payNow: msg`Pay now`,
  view: msg`View`,
  applicationUpdate: msg`Application Update`,
  updateApplication: msg`Update Application`,
  correctApplication: msg`Correct the application`,
  appeal: msg`Appeal`,
  goToWebsite: msg`Go to Website`,
  remove: msg`Remove`,
  choose: msg`Choose`,
  close: msg`Close`,
  cancel: msg`Cancel`,
  retry: msg`Try again`,
  download: msg`Download`,

  paymentStatus: msg`Payment status`,
  applicationId: msg`Application ID`,
  orderId: msg`Order ID`,
  date: msg`Date`,
  bookedDate: msg`Booked date`,
  rowNumber: msg`Id`,
  status: msg`Status`,
  success: msg`Success`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
  pending: msg`Pending`,
  hallTicket: msg`Hall ticket`,

  termsAndConditions: msg`Terms and conditions`,
  privacyPolicy: msg`Privacy policy`,
  refundPolicy: msg`Refund and cancellation`,

  sending: msg`sending…`,
  loading: msg`Loading…`,
  problems: msg`Please correct`,
} as const satisfies Record<string, Word>;

export const tooManyDigitsMessage = (count: number, needed: number): Word =>
  msg`There are ${count} digits here; the number has ${needed}`;

/** @param refused the characters that were left out */
export const digitsOnlyMessage = (refused: string): Word =>
  msg`Only digits are taken here. Left out: ${refused}`;

export const noSuchDayMessage: Word = msg`There is no such day in the calendar`;
