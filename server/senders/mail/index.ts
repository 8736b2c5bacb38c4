export { type AddressedMail, type ComposedMail, composeMail, containsLink, type MailContent } from './compose-mail.ts';
export { createMailer, type Mailer, type MailMessage } from './mail.ts';
export {
	createMailRecipients,
	type MailAddress,
	type MailRecipients,
	type Recipient,
	toProvenRecipient,
} from './recipients.ts';
