/** The entries about the signed-in applicant in one service, newest first. `before`: the previous page's last id. */
export const getAuthAudit = {
  name: 'getauthaudit',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const;

export const getApplicationAudit = {
  name: 'getapplicationaudit',
  service: 'application',
  session: 'required',
  kind: 'query',
} as const;

export const getPaymentAudit = {
  name: 'getpaymentaudit',
  service: 'payment',
  session: 'required',
  kind: 'query',
} as const;

export const getTicketAudit = {
  name: 'getticketaudit',
  service: 'ticket',
  session: 'required',
  kind: 'query',
} as const;
