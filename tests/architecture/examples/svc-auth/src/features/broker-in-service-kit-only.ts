export const publish = () => import('amqplib');
