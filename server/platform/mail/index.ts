export { createMailer, type Mailer, type MailMessage } from './mail.ts';
