import type { Order } from '../../../svc-payment/src/domain/order.ts';

export const ticketFor = ({ id }: Order) => id;
