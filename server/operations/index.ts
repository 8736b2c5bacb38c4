export { type BackUpResult, backUp } from './back-up.ts';
export { describeFiles } from './describe-files-store.ts';
export { composeTestMail } from './mails.ts';
export { searchTables } from './maintenance.ts';
export { createOperationsModule } from './module.ts';
