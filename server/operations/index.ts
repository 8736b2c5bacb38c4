export { composeTestMail } from './mails.ts';
export { createOperationsModule } from './module.ts';
