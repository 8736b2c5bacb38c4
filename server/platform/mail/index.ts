export { type ComposedMail, composeMail, containsLink, type MailContent } from './compose-mail.ts';
export { createMailer, type Mailer, type MailMessage } from './mail.ts';
