export { createMail, type Mail } from './mail.ts';
