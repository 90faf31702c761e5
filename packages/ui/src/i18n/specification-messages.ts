import { msg } from '@lingui/core/macro';
import { hasMessage, textIn, type Word } from './languages.ts';

/** Includes the services' messages; the English text is the id. The platform's forms add those of applications. */
export const specificationMessages = [
  msg({ id: 'OTP Sent' }),
  msg({ id: 'Login Success' }),
  msg({ id: 'Sign-Up Success' }),
  msg({ id: 'Logout Success' }),
  msg({ id: 'Please Login' }),
  msg({ id: 'You wanna to be logout !' }),
  msg({ id: 'Yes, logout !' }),
  msg({ id: 'Oops...' }),
  msg({ id: 'Something went wrong!' }),
  msg({ id: 'Error..!' }),
  msg({ id: 'error' }),
  msg({ id: 'Enter The Mobile Number' }),
  msg({ id: 'Enter the Valid Mobile Number' }),
  msg({ id: 'Please Enter otp' }),
  msg({ id: 'Enter the valid Otp' }),
  msg({ id: 'This mobile Number Not registered' }),
  msg({ id: 'Mobile Number Already Exists' }),
  msg({ id: 'Email Already Exists' }),
  msg({ id: 'Please Enter name' }),
  msg({ id: 'Please Enter email' }),
  msg({ id: 'Please Enter Valid Email' }),
  msg({ id: 'Please Enter number' }),
  msg({ id: 'Please Check number' }),
  msg({ id: 'Please Enter address' }),
  msg({ id: 'Please Enter devasthanam' }),
  msg({ id: 'Please Enter landmark' }),
  msg({ id: 'Please Enter town' }),
  msg({ id: 'Please Enter pincode' }),
  msg({ id: 'Please Check Pincode' }),
  msg({ id: 'The ticket cannot show this character. Please write it in another way:' }),
];

/** A message that ends in a colon has a detail behind it, which is the same in both languages. */
const DETAILED = /^(.+:) (.+)$/su;

/** Maps a message to both languages; an unknown one stays unchanged. Ignores a trailing ' .'. */
export function localizeMessage(message: string): Word {
  const [, head = '', detail] = DETAILED.exec(message) ?? [];
  if (hasMessage(head)) return { te: `${textIn('te', { id: head })} ${detail}`, en: message };
  const plain = message.replace(/\s+\.$/, '');
  if (!hasMessage(plain)) return { te: message, en: message };
  return plain === message ? { id: message } : { te: textIn('te', { id: plain }), en: message };
}
