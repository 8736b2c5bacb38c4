export { type BackUpResult, backUp } from './back-up.ts';
export { composeTestMail } from './mails.ts';
export { createOperationsModule } from './module.ts';
