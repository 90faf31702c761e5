import {
  type Call,
  changeNumber,
  requestNumberChange,
  requestNumberUndo,
  requestOtp,
  signIn,
  undoNumberChange,
} from '@archaka/contracts';

interface OtpCall {
  readonly sends: Call;
  readonly guesses: Call;
}

/** Every pair of calls that sends and checks one-time passwords, in the order of the contracts. */
export const otpCalls = [
  { sends: requestOtp, guesses: signIn },
  { sends: requestNumberChange, guesses: changeNumber },
  { sends: requestNumberUndo, guesses: undoNumberChange },
] as const satisfies readonly OtpCall[];
