export { createFileSms, type SmsSender } from './sms.ts';
export { createTermiiSms, type TermiiConfig } from './termii.ts';
